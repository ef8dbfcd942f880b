import type { texts as english } from '#web/texts/en/guide/money-and-keys.ts';

/** Spanish: the chapter on money and keys. */
export const texts: typeof english = {
  path: {
    title: 'El camino del dinero',
    body: `
:: money-path

Cada donación recibe una dirección propia. Cuando está pagada, o caducada con algo dentro, y la red ya no puede retirar el pago, el servidor lo envía todo: a tu **dirección de cobro** si pusiste una, y si no, a tu billetera generada. La alerta y el dinero no se esperan.`,
  },
  custody: {
    title: 'Quién guarda las claves',
    body: `
Para ser exactos: esto es una **billetera caliente en un servidor**. El operador del servidor que usas guarda una semilla maestra, y de ella se derivan todas las claves: las tuyas y las de todas las direcciones de un solo uso.

:: key-tree

Eso significa:

- El operador **podría** mover todo lo que hay en tu billetera generada y cada donación en camino. Confías en quien lleva el servidor y en su cuidado.
- En la base de datos no se guarda ninguna clave privada. Una base de datos o una copia robada no contiene ninguna clave.
- Una **semilla** robada lo es todo: quien la tiene, tiene todas las billeteras.
- Con una dirección de cobro propia, al alcance del servidor solo queda lo que está en camino en cada momento. Es la forma más segura de usar esto.

Si no te basta, lleva tu propio servidor: entonces el operador eres tú.`,
  },
  payout: {
    title: 'Tu propia dirección de cobro',
    body: `
Ponla en Ajustes, en **Overlay y pagos**. Pide tu contraseña si no la escribiste en los últimos 15 minutos. Tiene que ser una billetera normal: se rechazan direcciones de programas y direcciones de donación. Las transferencias que se firmen después van allí; una que ya está en camino termina donde se firmó. Lo que ya está en tu billetera generada se queda allí hasta que lo retires.

![La sección Overlay y pagos con el campo de la dirección de cobro](payout)

! Usa una billetera cuya clave tengas tú. La dirección que te dio una casa de cambio puede cambiar o no aceptar sumas pequeñas, y aquí nadie puede recuperar lo enviado.`,
  },
  withdrawing: {
    title: 'Retirar de tu billetera',
    body: `
La página **Billetera** (en el menú, y en **Información de la billetera** en el panel y en Ajustes) muestra lo que hay en tu billetera generada, directo de la red, y lo que entró y salió. Si ningún nodo de la red responde, dice que no se conoce el saldo; tu dinero está donde estaba.

1. Pulsa **Retirar**, pega la dirección y escribe un importe o elige todo.
2. Mira lo que llega, lo que toma la red y lo que queda. Compara la dirección letra por letra en ambos extremos.
3. Escribe tu contraseña, y un código si tienes la protección en dos pasos, y confirma. Se pide cada vez.

La página lo sigue hasta que es definitivo, por lo general un cuarto de minuto, con un enlace al explorador. Pulsar dos veces, una conexión perdida o un servidor que se reinicia nunca pagan dos veces. Lo que la red no acepta en diez minutos termina solo, y no se paga nada.

La red no deja que una dirección tenga menos de unos 0.00089 SOL, salvo que no tenga nada. Deja al menos eso o retíralo todo, y envía al menos eso a una dirección nueva. El dinero que llega mientras se retira todo se queda para la próxima vez.

El historial nombra donaciones y retiros; lo que vino de otra parte, no. Nunca copies una dirección de un historial, ni aquí ni en un explorador: los estafadores envían migajas desde direcciones que se parecen a la tuya.`,
  },
  tokens: {
    title: 'Tokens en tu billetera',
    body: `
Las donaciones en USDC o en otro token llegan a la misma billetera, en una cuenta aparte que el servidor abre para ti. La página **Billetera** muestra cuánto hay de cada token.

**Retirar** solo mueve SOL. Los tokens los mueves con otra billetera: importa allí tu clave privada y guarda un poco de SOL para la comisión de la red. O configura una dirección de cobro tuya, y desde entonces los tokens también van directamente allí.

El servidor paga la entrega de los tokens. Cuando la cuenta con la que paga está vacía, los tokens esperan en sus direcciones de un solo uso hasta que quien administra el servidor la llena; no se pierden, y siguen solos. Quien emite un token puede congelar sus cuentas; lo congelado espera hasta que eso termine.`,
  },
  key: {
    title: 'Llevarte tu clave',
    body: `
La clave privada de tu billetera generada se muestra al registrarte y, cuando quieras, en Ajustes, en **Información de la billetera**. Pide tu contraseña si no la escribiste en los últimos 15 minutos. Tiene la forma que importan billeteras de Solana como Phantom.

Con la clave puedes mover lo que hay en esa billetera sin este servidor y sin tu cuenta. No abre las direcciones de un solo uso: lo que aún está allí lo entrega el servidor.

! No la compartas nunca ni la muestres en directo. Exportarla no se la quita al servidor: allí se puede derivar igualmente.`,
  },
  password: {
    title: 'Una contraseña perdida',
    body: `
Aquí no hay correo electrónico. Pulsa **¿Perdiste tu contraseña?** donde inicias sesión y demuestra que la cuenta es tuya, de una de estas tres maneras:

- El **código de recuperación** que viste al registrarte. Sirve una vez; con la contraseña nueva recibes el siguiente. En Ajustes, en **Contraseña y sesiones**, puedes crear otro cuando quieras.
- La **clave privada** de tu billetera generada. Se queda en tu navegador, donde solo firma un mensaje.
- Una **billetera en tu navegador** en la que importaste esa clave. Firma el mismo mensaje, que no mueve dinero.

La contraseña nueva cierra la sesión en todos los demás navegadores. La protección en dos pasos, si la activaste, sigue activada: tus retiros, tu clave privada y tu dirección de cobro siguen pidiendo un código.

Si no tienes nada de esto, el operador puede poner una contraseña nueva; tiene que estar seguro de que eres tú. Con la clave exportada también llegas a lo que hay en tu billetera sin cuenta.

La contraseña abre tu cuenta y, con ella, la clave privada, salvo que la protección en dos pasos esté activada. Usa una que no uses en ningún otro sitio. En Ajustes, en **Contraseña y sesiones**, la cambias, y ves y cierras las sesiones de otros navegadores.`,
  },
  twoSteps: {
    title: 'Un segundo paso para lo importante',
    body: `
Una contraseña robada abre tu cuenta. La **Protección en dos pasos** de Ajustes la mantiene lejos de tu dinero: tus retiros, tu clave privada, tu dirección de cobro y tu contraseña piden entonces además un código de una aplicación de autenticación de tu teléfono. Para iniciar sesión se sigue pidiendo solo la contraseña.

1. Pulsa **Activar** y escanea el código con cualquier aplicación de autenticación que muestre seis cifras.
2. Escribe el código que muestra.
3. Guarda los diez códigos de recuperación en un lugar que no sea ese teléfono. Solo se muestran entonces, y cada uno funciona una vez en lugar de la aplicación.

Un código funciona una sola vez. Tras cinco incorrectos seguidos esperas un minuto, y cada vez más, una hora como máximo; un código de recuperación funciona igualmente.

Si pierdes el teléfono, escribe un código de recuperación, desactívala y configúrala de nuevo. Si pierdes las dos cosas, el operador puede desactivarla; tiene que estar seguro de que eres tú.

! No te protege del operador del servidor, que guarda la semilla, ni de quien ya tenga tu clave exportada.`,
  },
  leaving: {
    title: 'Tus datos, y cómo irte',
    body: `
En Ajustes, en **Tus datos**:

- **Descargar todo** te da un archivo JSON con tu perfil, ajustes, donaciones, pagos y transferencias. No contiene ningún secreto, así que guarda tu clave privada aparte.
- **Quitar nombres y mensajes de los donantes** después de 30, 90 o 365 días. Los importes, las fechas y las transferencias se quedan, y los pagos dejan de aparecer en listas y exportaciones. En la cadena siguen siendo públicos para siempre.

**Borrar la cuenta** cierra enseguida tu enlace de donaciones y tu overlay. Durante siete días puedes iniciar sesión y pulsar **Conservar mi cuenta**: una fuente que siguió abierta en OBS vuelve a mostrar alertas por sí sola en menos de un minuto. Después se quitan tu nombre, tus ajustes, tus tokens y todo lo que escribieron los donantes.

! Antes de que pasen los siete días, retira lo que haya en tu billetera generada, y pon una dirección de cobro o exporta la clave de la billetera, aunque esté vacía: lo que un donante pague tarde va a tu dirección de cobro o, si no la hay, a esa billetera, que entonces solo abre su clave. Después nadie podrá iniciar sesión para hacerlo.

Lo que queda son los libros: importes, direcciones, firmas y fechas. El servidor todavía puede derivar las claves, así que lo que un donante pague tarde se entrega. Nadie puede registrar tu nombre durante un año. Las copias de seguridad que el operador hizo antes contienen lo que había entonces.`,
  },
  server: {
    title: 'Si el servidor muere',
    body: `
Lo que pasa depende de lo que queda:

| Qué queda | Qué vuelve |
| El disco del servidor | Todo. Lo que se pagó mientras tanto se encuentra cuando vuelve a funcionar. |
| La semilla y una copia de seguridad | Cuentas y donaciones tal como estaban en la copia. El dinero en direcciones dadas después se encuentra en la cadena y se entrega. |
| Solo la semilla | Todo el dinero que se pueda mover, en la billetera generada de cada streamer. Nombres, mensajes y ajustes se pierden. |
| Solo tu clave exportada | Lo que hay en tu billetera generada. |
| Nada | Se pierde lo que estaba en direcciones de un solo uso. Lo que se entregó en una dirección de cobro tuya es tuyo. |

Si hay una copia de la semilla, y copias de seguridad fuera del disco del servidor, solo lo sabe el operador. Pregúntale.`,
  },
  backups: {
    title: 'Copias de seguridad',
    body: `
Salvo que el operador lo haya desactivado, el servidor copia su base de datos una vez al día. Una copia solo cuenta después de restaurarla como prueba sin que falte nada.

| En una copia | No está en ella |
| Tu cuenta, tus ajustes y tus enlaces | La semilla, y por eso ninguna clave: una copia robada no abre ningún dinero |
| Donaciones, mensajes, totales y los libros | Los clips de audio, que de todos modos se borran a las 24 horas |

Se queda la última de cada uno de siete días, cuatro semanas y seis meses, salvo que el operador haya elegido otra cosa. Todo ese tiempo existe ahí un texto que mandaste quitar.

Si tú llevas el servidor: la página **Operación** muestra cuándo se hizo la última buena y qué falló, y tiene **Copiar ahora**. Ponlas en otro disco o en un almacén: en el disco de la base de datos ayudan contra errores, no contra la pérdida del disco. Cómo restaurar, paso a paso, está en docs/operate/backups.md.`,
  },
  fiat: {
    title: 'Cuánto vale en tu moneda',
    body: `
Si quien opera el servidor ha configurado una moneda, detrás de los importes que se nombran aquí aparece lo que valen más o menos, con el signo ≈; la billetera y los widgets solo muestran SOL. Lo que cuenta son los SOL: el mínimo, los totales y las transferencias no conocen otra cosa.

- Ahora: el mínimo, lo que hay que pagar y tu total se calculan con el precio del momento. Un precio de hace unos minutos dice de cuándo es; uno demasiado viejo no se muestra.
- Cuando se pagó: cada donación conserva el valor que tenía al pagarse. No cambia con el precio. Está en la lista de donaciones, en las alertas, en el CSV junto con el precio con que se calculó, y en los webhooks.
- Una donación que se pagó cuando no se conocía ningún precio no tiene valor, y no lo recibe después.

En el directo el valor está desactivado. Actívalo en Ajustes, en **Alertas y moderación**, guarda y envía una alerta de prueba.

! Es solo informativo. No es el cambio al que puedes vender tus SOL, y si sirve para tu declaración de impuestos solo puede decirlo quien conozca las normas de tu país.`,
  },
  fees: {
    title: 'Comisiones',
    body: `
Entregar una donación cuesta la comisión de la red, 0.000005 SOL, y como máximo otros 0.000005 SOL para que se tome antes; se descuentan de la donación. Donde una dirección tiene demasiado poco para pagar su propia transferencia, paga tu billetera generada. Un retiro cuesta lo mismo, además de lo que llega. No se descuenta nada más. De los tokens no se descuenta nada: el servidor paga su transferencia.`,
  },
};
