import type { texts as english } from '#web/texts/en/guide/donation-link.ts';

/** Spanish: the chapter on the donation link. */
export const texts: typeof english = {
  link: {
    title: 'El enlace',
    body: `
Tu **Enlace de donación** está en el [panel](/app). Ponlo en los paneles de tu canal, en los comandos del chat y en tus perfiles. Es público: abre tu página de donación y nada más. La dirección del widget es otra, y secreta.

![La tarjeta Enlace de donación con la dirección, un botón para copiarla y otro que la abre](donation-link)

Quien dona no necesita cuenta. Puede dejar un nombre (50 letras como máximo) y un mensaje (500), y añadir un clip de hasta 15 segundos; todo es opcional, y sin nombre aparece como Anonymous.`,
  },
  minimum: {
    title: 'El mínimo',
    body: `
En Ajustes eliges el mínimo, de 0.002 a 100 SOL. La alerta llega cuando lo pagado lo alcanza. Una donación conserva el mínimo con el que se creó, así que un cambio afecta a las donaciones posteriores.

Las sumas menores no se pierden: las partes se suman hasta llegar al mínimo, y lo que se queda por debajo se te entrega cuando la donación ha caducado, sin alerta. La lista de donaciones muestra cuánto llegó, y tú puedes mostrar esa donación.

> Las sumas muy pequeñas no siempre se pueden mover enseguida. Una dirección con menos de unos 0.0009 SOL no puede pagar su propia transferencia; la paga tu billetera generada cuando tiene suficiente.`,
  },
  presets: {
    title: 'Importes para elegir',
    body: `
En **Importes sugeridos (SOL)**, en Ajustes, ofreces hasta seis importes. Quien dona los ve como botones, junto a **Otro importe**, o un campo para el importe si no ofreces ninguno; lo que elige queda en el enlace de la billetera y en el código. Nadie tiene que elegir: sin elección se pide el mínimo, y cuenta todo lo que se pague.

Un importe sugerido por debajo de tu mínimo se guarda y no se ofrece, y Ajustes lo dice mientras escribes; vuelve cuando bajas el mínimo.`,
  },
  channels: {
    title: 'Que la página es tuya',
    body: `
Cualquiera puede crear una cuenta con un nombre como el tuyo. En **Tus canales**, en Ajustes, nombras hasta cinco lugares donde se te ve: Twitch, YouTube, Kick, X o un sitio tuyo. Tu página de donación los muestra como enlaces y pide a tus donantes que miren si alguno enlaza a ella. Aquí nadie los verifica: la prueba es el enlace a tu página de donación que solo tú puedes poner allí, en los paneles, la descripción o el perfil de tu canal.

Los enlaces se guardan sin lo que cuelgan los rastreadores. Los nombres con letras que solo se parecen a otras se muestran en la forma simple que empieza por xn--.`,
  },
  tokens: {
    title: 'USDC y otros tokens',
    body: `
Si quien administra el servidor permite tokens, Ajustes muestra **Tokens**. Cada uno está desactivado hasta que lo activas, y tiene su propio mínimo. Quien dona elige entonces entre SOL y lo que tú aceptas; tus importes sugeridos están en SOL y solo valen para SOL.

- Lo que llega se entrega a tu billetera o a tu dirección de cobro en el mismo token, todo: la comisión de la red la paga el servidor.
- Las alertas, la lista de donaciones, el dock, el CSV y los webhooks muestran el importe en su token. El panel tiene totales por token, aparte de los SOL: aquí no hay cambio entre ellos.
- Las reglas por importe, el mínimo para clips y para la lectura, la meta y la clasificación solo cuentan SOL. Una donación en un token se ve y suena según tus ajustes; si pusiste un mínimo para clips, su clip no suena, y si pusiste uno para la lectura, no se lee.
- Desactivar un token afecta a las donaciones posteriores. Las creadas antes se respetan.

> Un token vale lo que alguien da por él. Acepta los que conoces y que tu billetera o tu exchange aceptan.`,
  },
  hidden: {
    title: 'Donantes que ocultan algo',
    body: `
En **Privacidad en el directo** quien dona puede ocultar el nombre, el importe o ambos. El público lee entonces Anonymous, o ningún importe: en la tarjeta, en su repetición y en las últimas donaciones. En la clasificación esa donación no cuenta para nadie, para que ninguna suma la delate. Las metas y los totales la cuentan.

Tú y tus moderadores ven ambos de todos modos, en la lista de donaciones, en el dock y en el archivo CSV, con una nota de lo que está oculto. Los programas a los que avisas por webhook reciben ambos, con \`hidesName\` y \`hidesAmount\`: los que muestran donaciones al público deben respetarlos.`,
  },
  sharing: {
    title: 'Compartir el enlace',
    body: `
Donde publicas el enlace, los chats y las redes muestran una vista previa: tu nombre en el título y en una imagen, tu mínimo y los importes que ofreces. El idioma es el de quien pide la vista previa; si no, inglés. Muchos servicios guardan la vista previa horas o días, así que un cambio tuyo puede llegar tarde allí.

Mientras no aceptas donaciones, la vista previa no nombra a nadie.`,
  },
  clips: {
    title: 'Clips',
    body: `
Quien dona sube un archivo (mp3, wav, ogg, m4a o webm, 5 MB como máximo) o graba en la página. El servidor mide el clip por su contenido, no por lo que dice su cabecera: más de 15 segundos se rechaza. Los clips se borran 24 horas después de subirlos; después suena el sonido predeterminado.

En Ajustes puedes hacer que los clips suenen solo a partir de un importe. Por debajo suena el predeterminado.`,
  },
  closing: {
    title: 'Cerrar la página',
    body: `
Desactiva **Aceptar donaciones** en Ajustes y tu página de donación dirá que el enlace está desactivado. Las donaciones creadas antes se respetan, y tu overlay sigue funcionando.`,
  },
  statuses: {
    title: 'Qué significan los estados',
    body: `
| Estado | Qué pasó |
| Pendiente | Se creó la donación. No ha llegado nada, o menos del mínimo. |
| Recibida | Llegó el mínimo y la red lo confirmó. |
| Mostrada | Su alerta está resuelta: mostrada, o saltada, descartada, rechazada o marcada como mostrada por ti. |
| Transferida | Mostrada, y el dinero está en tu billetera o en tu dirección de cobro. |
| Caducada | Pasó su tiempo antes de llegar al mínimo. La dirección se sigue vigilando. |
| Fallida | Se pagó, y la red retiró el pago. Se arregla sola si el pago vuelve. |

**Dar por mostrada** resuelve una alerta que espera sin mostrarla; **Repetir** la muestra otra vez.

Pulsa un nombre para leer qué pasó con su donación: cada pago y la transferencia con enlace al explorador, quién la aprobó, saltó, descartó o repitió, y cuándo se mostró.

**Descargar CSV**, sobre la lista de donaciones, te da todas con nueve decimales y las firmas de las dos transferencias; con una búsqueda o un estado elegido, las que muestra la lista.`,
  },
};
