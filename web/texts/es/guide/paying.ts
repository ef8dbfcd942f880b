import type { texts as english } from '#web/texts/en/guide/paying.ts';

/** Spanish: the chapter for donors. */
export const texts: typeof english = {
  need: {
    title: 'Qué necesitas',
    body: `
Una billetera de Solana con SOL suficiente para tu donación y la comisión de la red. Ni cuenta ni correo.

Mira primero la red, junto al logotipo:

| La página dice | Qué es |
| **Solana Devnet** | La red de pruebas de Solana. Su SOL no vale nada. Pon tu billetera en Devnet. |
| **Pruebas** al lado | Una cadena de pruebas que existe solo en este servidor. Las billeteras de verdad no llegan a ella; paga con el botón **Pagar desde el grifo de pruebas**. |
| **Solana Mainnet** | La red principal. Pagas con SOL de verdad. |

El SOL de prueba para Devnet se consigue gratis en [faucet.solana.com](https://faucet.solana.com). El SOL de verdad se compra: en una casa de cambio, o en una billetera que lo venda. Ten un poco más de lo que quieres dar, para la comisión de la red.

! El código y el enlace para la billetera llevan una dirección y un importe, pero no la red. Una billetera que esté en la red principal enviaría SOL de verdad a la misma dirección.`,
  },
  steps: {
    title: 'Cómo pagar',
    body: `
1. Abre el enlace de quien transmite. Añade nombre, mensaje y un clip si quieres, elige un importe o deja el mínimo, y pulsa **Crear donación**.
2. Escanea el código con tu billetera, pulsa **Abrir en la billetera** en el teléfono, o copia la dirección.
3. Envía al menos el mínimo. Cualquier importe mayor también vale.

![La página de pago en un teléfono: cuenta atrás, pasos, importe, botones, código y dirección](donate-payment)

Si este navegador tiene una billetera de Solana, allí hay también un botón con su nombre, como ‘Pagar con Phantom’: escribe un importe y confírmalo en la billetera. El servidor prepara la transferencia, tu billetera la firma y el servidor la envía, así que va a la red que muestra esta página y a ninguna otra. A la billetera se le pide conectarse y firmar esta transferencia, nada más.

La página sigue el pago sola: **En espera**, **Visto**, **Confirmado**, **En directo**. Puedes cerrarla y abrirla de nuevo: tiene su propia dirección. En el mismo navegador, el enlace de quien transmite lleva de vuelta a ella durante un día, con **Ver tu última donación**.`,
  },
  exchange: {
    title: 'Pagar desde una casa de cambio',
    body: `
En **Solana Mainnet** no necesitas billetera propia: una casa de cambio puede enviar SOL de tu cuenta directamente a la dirección de la donación.

1. Crea la donación, pulsa **Copiar dirección**, y pégala como dirección de una retirada en tu casa de cambio.
2. Elige Solana como red. No hace falta memo ni etiqueta.
3. Mira cuánto va a llegar. Muchas casas de cambio descuentan de ahí su comisión, y no envían nada por debajo de un mínimo propio: lo que llegue tiene que ser al menos el mínimo de la donación.

Una casa de cambio puede revisar la retirada primero y enviarla después de los 10 minutos de la dirección. El dinero se entrega de todos modos, y cuenta: mira [tarde](#late).

! Las casas de cambio no conocen ninguna red de pruebas. Donde la página dice **Solana Devnet**, lo suyo sería SOL de verdad, y la donación no lo vería nunca.`,
  },
  tokens: {
    title: 'Pagar en USDC o en otro token',
    body: `
Si quien transmite acepta tokens, el formulario pregunta también en qué quieres pagar, en **Pagar en**: SOL, o uno de los tokens que hay al lado. Escribe un importe o déjalo vacío, y entonces se pide el mínimo. Después no se puede cambiar: para otra moneda, haz una nueva donación.

1. Escanea el código, pulsa **Abrir en la billetera**, o copia la dirección y elige tú el token en tu billetera. La dirección es de una billetera; la tuya encuentra sola la cuenta del token.
2. Ten además unos 0.0025 SOL en tu billetera. Pagan la comisión de la red y abren la cuenta en la que llegan los tokens.
3. La página lo sigue como siempre. Los tokens se ven dos o tres segundos más tarde que los SOL.

! Envía el token solo por Solana. USDC por otra red, como Ethereum, no llega aquí y nadie puede recuperarlo. Compara la dirección del token que muestra la página: cualquiera puede crear un token que se llame USDC.

Solo ese token paga la donación. Los SOL que llegan a la misma dirección se entregan a quien transmite, y no pagan nada; otro token espera a quien administra el servidor.`,
  },
  duration: {
    title: 'Cuánto tarda',
    body: `
Un pago cuenta cuando la red Solana lo ha confirmado, por lo general pocos segundos después de que tu billetera lo envíe. Luego la tarjeta espera su turno: mientras otra está en directo, mientras las alertas están en pausa, o hasta que alguien la apruebe. Si el overlay está cerrado, espera a que se abra.

![La página después de pagar: Gracias, los pasos y las dos transferencias](donate-success)

Después la página muestra tu pago, cómo se le entregó a quien transmite y cuándo estuvo en directo.`,
  },
  late: {
    title: 'Tarde, de menos o de más',
    body: `
| Pagaste … | Qué pasa |
| … menos del mínimo | La página dice cuánto llegó y cuánto falta, y su código pide el resto. Las partes se suman. Si antes se acaba el tiempo, no hay alerta, y lo que llegó se le entrega a quien transmite. |
| … más | Todo cuenta y se entrega. |
| … dos veces | Se suman los dos y se entregan. Hay una sola alerta. |
| … después de los 10 minutos | La dirección se sigue vigilando. El dinero se entrega, y la donación cuenta cuando se alcanza el mínimo. Hasta una hora tarde la alerta llega sola; después decide quien transmite. |
| … y cerraste la página | No cambia nada. De tu pago sabe la red, no la página. |

En una donación caducada pulsa **Ya pagué: comprobar de nuevo**: el servidor mira entonces la dirección en unos segundos, sin esperar su turno. Nada se devuelve solo: quien envía puede ser una casa de cambio, y lo que vuelve allí quizá ya no sea tuyo. Habla con quien transmite.`,
  },
  costs: {
    title: 'Qué cuesta',
    body: `
Pagas la comisión de la red por tu propia transferencia, 0.000005 SOL más lo que tu billetera añada por rapidez. La transferencia a quien transmite se paga de lo que llegó. Brava no se queda nada.

La red no deja poner en una dirección nueva menos que su mínimo de renta, unos 0.0009 SOL. El menor mínimo de aquí está por encima.`,
  },
  privacy: {
    title: 'Qué pueden ver otros',
    body: `
El nombre, el mensaje y el clip se ven y se oyen en directo, salvo que quien transmite decida otra cosa. Tu pago es público en Solana como cualquier otro: quien conoce tu billetera puede encontrarlo. No escribas nada que no dirías en directo.

En **Privacidad en el directo** puedes ocultar tu nombre, el importe o ambos. El público lee entonces Anonymous, o ningún importe, y no apareces en ninguna clasificación; las metas y los totales cuentan lo que diste. Quien transmite y sus moderadores ven ambos. El mensaje o el clip se muestran tal cual, así que no escribas tu nombre en ellos.

El clip se borra a las 24 horas. El nombre y el mensaje se guardan hasta que se borra la cuenta de quien transmite, o el tiempo que esa persona o el operador hayan elegido: 30, 90 o 365 días.`,
  },
};
