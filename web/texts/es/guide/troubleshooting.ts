import type { texts as english } from '#web/texts/en/guide/troubleshooting.ts';

/** Spanish: the chapter on what goes wrong. */
export const texts: typeof english = {
  noCard: {
    title: 'No aparece ninguna tarjeta',
    body: `
Empieza por la lámpara de tu [panel](/app) y pulsa **Enviar alerta de prueba**.

| Mira | Haz esto |
| La lámpara dice **Sin overlay** | Nadie tiene abierto el widget. ¿OBS está abierto y la fuente está en la escena? Compara la dirección de la fuente con la del panel: tras **Reemplazar el enlace del widget** la anterior no muestra nada. |
| La lámpara dice **En espera** | La fuente está oculta. Mira [más abajo](#hidden-source). |
| La lámpara dice **En pausa** | Pulsa Reanudar, el primer símbolo junto a **Enviar alerta de prueba**. |
| La lámpara dice **Al aire** y no hay tarjeta | ¿La fuente está detrás de otra o fuera de la imagen? Súbela en la lista de fuentes. ¿Mide 400 × 600? Las tarjetas quedan abajo a la derecha. |
| La prueba llega y una donación no | ¿Está **Recibida** en la lista de donaciones? ¿Espera aprobación, o está en la bandeja? ¿Está **Bloqueada**? |`,
  },
  noSound: {
    title: 'No hay sonido',
    body: `
| Mira | Haz esto |
| El silencio y el volumen en el panel | Devuelve el sonido, súbelo y envía una alerta de prueba. |
| Las propiedades de la fuente | Con **Controlar el audio mediante OBS** marcado, el sonido está en el mezclador de OBS: mira si allí está silenciado. Sin marcarlo, el sonido va al dispositivo del escritorio. |
| Tú no oyes nada y tu público sí | En Propiedades de audio avanzadas elige Monitorización y salida para la fuente. |
| El widget en una pestaña normal del navegador | Los navegadores permiten el sonido solo después de un clic: haz clic en la página. La vista previa que abre el panel empieza en silencio: su botón **Haz clic para activar el sonido** lo activa. |
| El sonido predeterminado en vez de un clip | El clip tiene más de 24 horas, la donación está por debajo de tu mínimo para clips o es en un token mientras tienes uno, una regla por importe omite los clips, o la alerta se tapó. |`,
  },
  hiddenSource: {
    title: 'La lámpara dice En espera',
    body: `
OBS le ha dicho al overlay que nadie lo ve: el ojo junto a la fuente está apagado, o su escena no está en directo. Las alertas esperan, y la tarjeta que se estaba mostrando vuelve a salir después.

![La tarjeta del overlay con la lámpara en espera](holding)

1. Cambia a la escena con la fuente, o enciende su ojo.
2. En el Modo Estudio cuenta el programa, no la vista previa; una fuente que la vista previa carga de nuevo no los distingue.
3. Si hay varios overlays abiertos, basta con uno visible.`,
  },
  disconnected: {
    title: 'El panel dice Desconectado',
    body: `
Falta la conexión en vivo de este navegador con el servidor. Lo que ves se queda, y puede estar desactualizado. Se vuelve a intentar solo, cada pocos segundos.

| Mira | Haz esto |
| Tu propia conexión | Abre otra página. |
| El servidor | Si no está, las alertas y los pagos siguen cuando vuelva. |
| Un proxy o la red de una empresa | Tiene que dejar pasar conexiones WebSocket. |

El overlay tiene su propia conexión. Puede estar al aire aunque tu panel no lo esté.`,
  },
  twice: {
    title: 'Una tarjeta salió dos veces',
    body: `
Tras una recarga o una conexión perdida, una alerta cuyo final nadie confirmó se muestra otra vez. Es a propósito: mejor dos veces que ninguna. Es una sola donación y se cuenta una vez.`,
  },
  oldLook: {
    title: 'La tarjeta sigue como antes',
    body: `
Los overlays abiertos toman al instante los cambios guardados. Si uno no lo hace:

1. ¿Pulsaste **Guardar ajustes**? La barra de abajo dice cuándo hay algo sin guardar.
2. En las propiedades de la fuente pulsa **Actualizar la caché de la página actual**.`,
  },
  oneClick: {
    title: 'Añadir a OBS no funciona',
    body: `
La ventana dice qué pasa. Los motivos habituales:

| Dice | Haz esto |
| OBS no ha respondido | Inicia OBS 29 o posterior en este equipo, marca Habilitar servidor WebSocket y pulsa Aceptar allí. |
| OBS ha rechazado la contraseña | Cópiala otra vez de Mostrar información de conexión. |
| El navegador no deja que esta página hable con este equipo | Permítelo en los ajustes del sitio, junto a la dirección, e inténtalo de nuevo. |
| Este OBS no tiene fuente de navegador | Falta en algunos paquetes de Linux. Instala OBS desde obsproject.com o Flathub. |

Siempre quedan arrastrar el enlace y añadir la fuente a mano.`,
  },
  expired: {
    title: 'Un donante dice: caducó, y yo pagué',
    body: `
| Mira | Haz esto |
| Su página de donación | **Ya pagué: comprobar de nuevo** hace mirar la dirección en unos segundos. |
| El importe que se ve allí | ¿Llegó menos del mínimo? Se entrega, sin alerta. La lista la muestra; puedes mostrarla tú. |
| La red de su billetera | La red principal, Devnet y el entorno de pruebas son cadenas distintas. Lo que se envió en otra nunca llega aquí. El operador puede buscarlo con la semilla. |
| El historial de su billetera | ¿La transferencia salió bien, y exactamente a esta dirección? |
| La bandeja de tu panel | Con más de una hora de retraso, allí espera tu sí. |`,
  },
  notTransferred: {
    title: 'Recibida, pero no está en mi billetera',
    body: `
| Mira | Haz esto |
| Cuánto hace | La transferencia espera a que la red ya no pueda retirar el pago, por lo general menos de medio minuto. |
| Tu dirección de cobro | Si pusiste una, el dinero va allí. |
| El importe | Menos de unos 0.0009 SOL espera a que tu billetera generada pueda pagar la comisión. |
| El estado | **Transferida** necesita las dos cosas: mostrada y entregada. La página de la donación tiene la firma en cuanto la transferencia es definitiva. |

Si no llega, díselo al operador: \`reconcile\` nombra lo que no se puede mover, y por qué.`,
  },
  clipRefused: {
    title: 'Se rechaza un clip',
    body: `
Como máximo 15 segundos y 5 MB, una pista de sonido y ninguna película (una carátula no importa), en mp3, wav, ogg, m4a o webm. Algo que suena en un navegador puede rechazarse igualmente: archivos AAC y FLAC sueltos, por ejemplo. Conviértelo a mp3 o grábalo en la página.`,
  },
  ownServer: {
    title: 'El servidor es tuyo',
    body: `
Entonces el operador eres tú, y el servidor puede avisarte cuando algo va mal: dinero que no se mueve, nodos que no responden, un disco que se llena, una base de datos que no contesta.

1. Pon una dirección en \`ALARM_WEBHOOK_URL\`: un webhook de Slack, Discord o ntfy. O que envíe correo: \`ALARM_MAIL_TO\`, \`SMTP_URL\` y \`SMTP_FROM\`.
2. Reinicia el servidor.
3. Ejecuta \`npm run brava -- alarm test\`. Dice si la prueba llegó.

De cada problema te enteras una vez, de nuevo al cabo de una hora y después cada seis (de un simple aviso, una vez al día), y cuando termina. El mensaje dice qué significa y qué hacer. La página del operador muestra lo que sigue activo y las últimas veinte; el resto está en \`docs/operate/alarms.md\`.`,
  },
};
