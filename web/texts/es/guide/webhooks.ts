import type { texts as english } from '#web/texts/en/guide/webhooks.ts';
import { nodeExample, pythonExample } from '#web/texts/webhook-examples.ts';

/** Spanish: the chapter on webhooks, for developers. */
export const texts: typeof english = {
  about: {
    title: 'Qué es un webhook',
    body: `
Brava llama a una URL tuya cuando le pasa algo a una donación. Un bot puede dar las gracias en el chat, una lámpara encenderse, una tabla llevar las cuentas. Este capítulo es para quien escribe el programa que hay detrás de esa URL.

1. Abre **Ajustes**, luego **Webhooks**, y añade la URL.
2. Elige de qué debe enterarse.
3. Copia su secreto de firma en tu programa.
4. Pulsa **Enviar prueba**: la respuesta de tu programa se muestra al instante.

> La URL debe ser una dirección https pública, en el puerto 443 o superior a 1023. Brava mira en cada llamada la dirección que hay detrás del nombre y no envía nada a redes privadas. Una instalación en tu propia máquina también puede llamar a \`http://localhost\`.`,
  },
  events: {
    title: 'De qué se entera',
    body: `
| Evento | Cuándo |
| \`donation.received\` | Los pagos han llegado a tu mínimo |
| \`donation.shown\` | Su alerta está resuelta; \`settledHow\` dice cómo: \`overlay\`, \`marked\`, \`skipped\`, \`dismissed\` o \`rejected\` |
| \`donation.transferred\` | El dinero ha llegado a tu billetera |
| \`donation.failed\` | La cadena ha deshecho un pago |
| \`donation.restored\` | Un pago deshecho vuelve a estar |
| \`test\` | Has pulsado **Enviar prueba** |

Cada evento llega una vez por donación, y de nuevo, con otro \`webhook-id\`, solo si se deshizo y volvió a ocurrir: entonces vale el mensaje más reciente. Un mensaje es un POST con JSON:

\`\`\`
{
  "version": 1,
  "type": "donation.received",
  "timestamp": "2026-11-21T20:15:04.512Z",
  "data": {
    "id": "6f1d0c1e-8d0f-4c8e-9a53-0f4f1f0a7c11",
    "donatorName": "Ana",
    "message": "Bravo!",
    "amount": 0.1,
    "amountLamports": "100000000",
    "fiat": { "currency": "EUR", "value": "15.12", "price": "151.2045" },
    "hidesName": false,
    "hidesAmount": false,
    "status": "RECEIVED",
    "late": false,
    "hasAudio": false,
    "isBlocked": false,
    "blockedFor": null,
    "settledHow": null,
    "createdAt": "2026-11-21T20:14:31.000Z",
    "paidAt": "2026-11-21T20:15:02.000Z",
    "shownAt": null,
    "transferredAt": null,
    "failedAt": null,
    "paymentSignatures": ["5Nf…"],
    "transferSignature": null
  }
}
\`\`\`

\`amountLamports\` es exacto; \`amount\` es lo mismo en SOL. \`fiat\` es lo que valían los pagos cuando se hicieron, en la moneda de quien opera el servidor; es null si no se conocía ningún precio. Con una donación en un token está también \`token\`, con \`mint\`, \`symbol\`, \`decimals\`, \`amount\` y \`amountUnits\`, los dos exactos y como texto; \`amount\` en SOL es entonces 0, o SOL que llegaron al lado y no pagan nada. \`isBlocked\` es verdadero en lo que queda fuera del directo: no lo muestres en tu programa; \`blockedFor\` nombra la entrada de tu lista de bloqueos que lo hizo. Con \`hidesName\` o \`hidesAmount\` quien dona no quiere que el público vea el nombre o el importe: no lo muestres. Más adelante pueden añadirse campos: que tu programa pase por alto los que no conozca. El nombre y el mensaje son lo que escribió quien donó: trátalos como texto de un desconocido.`,
  },
  verify: {
    title: 'Verificar la firma',
    body: `
Cualquiera puede llamar a tu URL. Los mensajes de Brava van firmados según [Standard Webhooks](https://www.standardwebhooks.com), así que una biblioteca con ese nombre hace todo esto por ti. La cabecera \`webhook-signature\` contiene \`v1,\` y el HMAC-SHA256 de \`id.timestamp.body\`, en base64. La clave es lo que sigue a \`whsec_\` en tu secreto, decodificado de base64. Firma el cuerpo tal como llegó, antes de interpretarlo, y rechaza horas que disten más de cinco minutos.

En Node, sin instalar nada:

\`\`\`
${nodeExample}
\`\`\`

En Python:

\`\`\`
${pythonExample}
\`\`\`

Puedes reemplazar el secreto cuando quieras. Durante 24 horas la cabecera contiene entonces dos firmas, la del secreto nuevo y la del anterior, con un espacio entre ambas: basta con que una sea correcta, y los dos programas de arriba lo saben.`,
  },
  retries: {
    title: 'Respuestas y repeticiones',
    body: `
Responde con cualquier estado de 200 a 299 en 10 segundos y haz el trabajo después. Todo lo demás cuenta como fallo; no se siguen redirecciones.

- **Repeticiones.** Lo que falló vuelve a los 5 segundos, a los 1, 5 y 30 minutos, a las 2, 5, 10, 14, 20 y 24 horas, un poco antes o después. Luego se abandona. Se respeta \`Retry-After\`, hasta 6 horas.
- **Al menos una vez.** El mismo mensaje puede llegar dos veces. Entonces tiene el mismo \`webhook-id\`: guarda los que ya has tratado.
- **En cualquier orden.** Lo que falló llega después de lo que le siguió. Guíate por \`status\` y por las horas del mensaje.
- **De uno en uno.** Un webhook recibe su siguiente mensaje cuando el anterior está respondido.
- **Desactivado.** Un webhook que responde 410 se desactiva al instante, y uno que falla durante cinco días también. La página lo dice. Lo que esperaba se abandona; **Reenviar** lo envía de nuevo.

Las entregas se conservan 30 días; de las pruebas, las 20 últimas. El importe de las donaciones y su camino a tu billetera nunca esperan a un webhook.`,
  },
  tokens: {
    title: 'Preguntar en vez de escuchar',
    body: `
Una herramienta también puede preguntar. En **Ajustes**, **Moderadores y herramientas**, crea una llave de API y elige qué puede hacer: controlar las alertas, leer las donaciones, leer los totales o gestionar los webhooks. Nunca llega a claves, ajustes, sesiones, otras llaves ni a los secretos de los webhooks; una llamada que no abre responde 403 y dice qué hace falta. Todas las llamadas están descritas en la [API](/api/docs).`,
  },
};
