import type { texts as english } from '#web/texts/en/guide/alerts.ts';

/** Spanish: the chapter on alerts. */
export const texts: typeof english = {
  queue: {
    title: 'Cómo llegan las alertas',
    body: `
Una tarjeta se va a los siete segundos; una regla o la lectura en voz alta pueden dejarla más tiempo. Su clip puede seguir sonando, hasta 15 segundos. La siguiente tarjeta llega medio segundo después de que terminen los dos, así que ningún sonido se corta. Activa **Apilar tarjetas** en Ajustes si deben aparecer según llegan, una sobre otra: tres como máximo, para que dé tiempo a leer cada una. Saltar las quita todas.

Una alerta queda en la cola hasta que un overlay dice que se mostró, o hasta que tú la resuelves. Por eso puede salir dos veces tras un fallo o una recarga, y no se pierde.

- **Sin overlay abierto, o con la fuente oculta:** las alertas esperan. Lo que no esperó más de una hora se muestra solo cuando el overlay vuelve, lo más antiguo primero y cincuenta como máximo.
- **Más de una hora, detrás de las primeras cincuenta, o enviada tres veces sin respuesta:** va a la bandeja del panel y del dock, donde la muestras o la descartas. El tiempo de una pausa no cuenta.`,
  },
  byAmount: {
    title: 'Alertas por importe',
    body: `
Haz que una donación mayor se vea, suene y dure de otra forma: **Ajustes**, **Gestionar reglas, sonidos y voz**, **Añadir regla**.

Una regla se aplica a partir de un importe, o a un importe exacto, como 0.42 SOL. A cada donación se le aplica una sola regla: la de su importe exacto o, si no hay, la del importe más alto que alcanza. Si no encaja ninguna, solo cuentan tus ajustes.

| Qué puede cambiar una regla | Cómo |
| Estilo | Colores y fondo propios, con la tarjeta junto al formulario |
| Sonido | El predeterminado, uno de los cinco que trae Brava o uno tuyo |
| Volumen | Una parte del volumen de tu panel, también para los clips |
| Tiempo | La tarjeta se queda de 7 a 15 segundos |
| Mensaje y clip | Puedes omitir cualquiera de los dos, por ejemplo con importes pequeños |

El clip de un donante va antes que el sonido de una regla. Tu mínimo para clips de Ajustes también se aplica. Todo esto cuenta SOL: una [donación en un token](/guide/donation-link#tokens) no cumple ninguna.

**Probar en directo** envía a tu overlay una prueba de ese importe: lo que ves y oyes es lo que traerá una donación de ese importe. Una regla que cambias vale para las alertas que aún esperan. En **Tus sonidos** caben hasta 20 archivos de 15 segundos y 5 MB como máximo. Usa solo lo que puedas emitir.`,
  },
  readingAloud: {
    title: 'Leer en voz alta',
    body: `
Está desactivado hasta que lo actives, en la misma página. El nombre y el mensaje se leen después del sonido de la alerta, nunca encima.

- **Las voces de tu overlay** no cuestan nada y no necesitan nada, si tu programa de streaming trae voces. Muchos no. Guarda, abre tu overlay y la página dirá si tiene alguna.
- **La voz de este servidor** suena igual en todas partes, si el operador ha instalado una.

Una tarjeta que se lee se queda el tiempo que haga falta, 15 segundos como máximo. Lo que es más largo se desvanece. Se lee lo que muestra la tarjeta: no se leen las palabras ocultas ni un mensaje que una regla omite, los enlaces se leen como «enlace» y los emojis se omiten. Si indicas un importe, las donaciones menores se muestran y no se leen.

**Saltar**, **Pausar** y **Silenciar** detienen la voz al instante, y también **Nadie** en los ajustes. Las alertas nunca esperan a una voz: si llega tarde, la tarjeta sigue sin ella.

! Una voz dice lo que escriben los donantes. Usa las listas de palabras, o aprueba antes, si una palabra pudiera costarte el canal.`,
  },
  posts: {
    title: 'Mensajes a Discord y al chat de Twitch',
    body: `
Tu comunidad puede enterarse de las donaciones donde conversa: **Ajustes**, **Gestionar mensajes**.

- **Discord.** En los ajustes del canal abre Integraciones, Webhooks, crea uno y pega su URL. Se guarda cifrada y nunca se vuelve a mostrar.
- **Chat de Twitch.** Pulsa **Conectar Twitch**, abre Twitch y permite lo que pide: escribir en tu chat, nada más. Quien gestiona el servidor debe haberlo configurado.

Tú escribes qué dice un mensaje. Esto representa lo que se sabe de una donación:

| Marcador | Se convierte en |
| \`{name}\` | El nombre de quien dona, o Anonymous |
| \`{amount}\` | El importe en SOL |
| \`{fiat}\` | Lo que valía, si el servidor muestra una moneda |
| \`{message}\` | El mensaje |
| \`{link}\` | Tu enlace de donación |

Lo que está entre \`[corchetes]\` se omite, con los corchetes, cuando un marcador dentro no tiene nada que decir: \`{name} donó[ {amount}][: {message}]\`.

- **Solo lo que pueden saber los espectadores.** Un mensaje sale cuando puede salir la alerta: tras tu aprobación, con tu filtro de palabras y sin lo que oculta quien dona. Las donaciones bloqueadas, rechazadas y descartadas no se publican. No espera a un overlay, y una cola en pausa no lo detiene.
- **Palabras y nada más.** Los enlaces de quien dona no se pueden seguir, las menciones no llegan a nadie y ningún mensaje empieza un comando.
- **Muchas a la vez van juntas.** La primera sale enseguida, y lo que llega en los dos segundos siguientes va en un solo mensaje. Si son muchísimas, nombra las primeras y cuenta las demás.
- **Nunca dos veces.** Si una conexión se corta a la mitad, nadie sabe si el mensaje ha llegado. No se envía otra vez. Pasados 15 minutos ya no se publica nada.

**Últimos mensajes** dice qué fue de cada uno. **Enviar un mensaje de prueba** funciona también con los mensajes desactivados. Si borras el webhook o retiras el permiso, la página lo dice y no se envía nada más.`,
  },
  controls: {
    title: 'Controles',
    body: `
Están en el panel, donde los botones solo llevan símbolos, y en el dock. Las teclas funcionan en el dock, salvo que allí desactives **Atajos de teclado**; en el panel, solo mientras la tarjeta con los controles tiene el foco, como después de pulsar uno de ellos. No hacen nada mientras escribes en un campo, y Espacio pulsa el botón que tiene el foco, si lo tiene alguno.

| Control | Tecla | Qué hace |
| Pausar, Reanudar | Espacio | Retiene todo lo que aún no está en directo |
| Mostrar una | N | En pausa: muestra la siguiente alerta en espera y sigue en pausa |
| Vaciar | ninguna | Manda a la bandeja todo lo que espera en la cola |
| Saltar | S | Quita al instante lo que está en directo, también su sonido |
| Repetir | R | Muestra otra vez la última donación mostrada |
| Silenciar | M | Las alertas siguen sin sonido; el volumen se conserva |
| Probar | T | Envía una tarjeta de prueba |

Pulsar dos veces no hace daño. **Mostrar una** y **Vaciar** están sobre las alertas en espera. Vaciar no quita nada del directo ni pierde nada: cada alerta se puede mostrar desde la bandeja, y durante diez minutos **Deshacer** las devuelve todas a su sitio. En **Recientes**, que se abre con **Mostrar**, cada alerta se puede volver a leer y tiene un botón que la repite, también si se saltó.`,
  },
  dock: {
    title: 'El dock: en OBS y en tu teléfono',
    body: `
1. En tu panel pulsa **Dock para OBS** y luego **Crear enlace del dock**. El enlace se muestra una vez.
2. En OBS abre **Paneles**, **Paneles de navegador personalizados**, ponle un nombre y pega el enlace.
3. El mismo enlace funciona en el navegador de tu teléfono.

![El dock de OBS con lámpara, controles, volumen y dos alertas por aprobar](dock)

Quien tenga el enlace puede controlar tus alertas y nada más: ni claves, ni ajustes, ni dinero. Revócalo en Ajustes, en **Moderadores y herramientas**.`,
  },
  moderation: {
    title: 'Moderación',
    body: `
Todo está desactivado hasta que lo actives, en Ajustes, en **Alertas y moderación**. La lista de un panel nuevo ofrece el filtro de palabras con un clic, y **Moderación**, sobre las alertas del panel, lleva a todo.

- **Aprobar antes cada alerta:** no se muestra nada hasta que tú o un moderador digan que sí. Lo que ya espera en la cola también te espera a ti, salvo lo que alguien aprobó o mostró; lo que está en el directo se queda, pulsa Saltar para quitarlo. Quien dona sabe que primero lo revisas.
- **Retener para aprobar:** solo lo que pide una mirada, y el resto llega solo. **Enlaces** en el mensaje o el nombre, también sin http y con «punto com», y los nombres en un mensajero («Telegram @nombre»); **Clips**; **Mensajes largos**, de más de 200 caracteres; **Donantes nuevos**, hasta que tu directo haya mostrado con su texto una donación pagada con la misma billetera. Los nombres se escriben, así que a quien dona solo se le conoce por la billetera; en un exchange muchas personas tienen la misma.
- **Cuando nadie decide:** lo retenido sigue esperando, o se muestra después de unos minutos sin nombre, mensaje ni clip. Los minutos cuentan mientras tu overlay está abierto; en pausa no sale nada y después vuelven a contar desde cero, y lo que tiene más de una hora sigue esperando. El registro dice qué se dejó pasar así.
- **Listas de palabras** en cinco idiomas, y palabras tuyas. Se buscan palabras enteras, sin importar mayúsculas ni acentos, y también con cifras o asteriscos en lugar de letras. Una palabra encontrada se tapa con asteriscos, o la alerta se retiene, como prefieras.
- **Los clips** pueden sonar solo a partir de un importe.

![La sección Alertas y moderación con sus interruptores, listas de palabras y campos](moderation)

Lo que espera está en el panel, en el dock y en la lista de donaciones con **Aprobar**, **Tapar** o **Sin texto**, y **Rechazar**. Tapar muestra la alerta con las palabras encontradas tapadas. Donde ninguna lista encontró nada, el botón es Sin texto: se omiten nombre y mensaje. Lo que tus listas ya taparon se muestra así con Aprobar. Ni una alerta tapada ni una sin texto reproduce un clip. Un rechazo se puede deshacer durante diez segundos.

![Dos alertas por aprobar, cada una con Aprobar, Sin texto y Rechazar](approve)

La moderación decide qué se ve, nunca qué se paga: el dinero te llega de todos modos. Mientras se retenga algo o haya una lista de palabras activa, quien dona sabe antes de pagar que los mensajes pueden revisarse; con un mínimo para clips, desde qué importe se oye el suyo. **No mostrar**, en la lista de donaciones, deja una donación fuera del directo hasta que pulses **Volver a permitir**.

! Ninguna lista lo encuentra todo. Se cuelan palabras unidas a otras, y también enlaces deletreados, de terminaciones raras o que parecen empezar otra frase («Example.So»). Si una palabra puede costarte el canal, aprueba antes.`,
  },
  blocking: {
    title: 'Bloquear a un donante o una palabra',
    body: `
A quien vuelve una y otra vez se le bloquea una sola vez, y desde entonces sus donaciones no hacen ninguna alerta: ni tarjeta, ni sonido, ni nada en las últimas donaciones o la clasificación. **El dinero te llega igual.** Cuenta en tus totales y en tu meta.

- **Dónde:** el círculo tachado junto a una alerta en el panel y en el dock, **Bloquear donante** en la lista de donaciones, o **Bloqueados** en Ajustes, donde también entran las palabras.
- **Por billetera:** con cualquier nombre. Desde una billetera de un exchange paga mucha gente, y se bloquearía a toda.
- **Por nombre:** el nombre entero, sin importar mayúsculas, acentos ni espacios, y también con cifras en lugar de letras. Es fácil de cambiar; ‘Anonymous’ no se puede bloquear.
- **Por palabra:** una palabra o frase entera en el mensaje o el nombre. Una lista de palabras la tapa; una palabra bloqueada retira la alerta entera.

Sus alertas que esperan, o que están en el directo, se retiran en ese mismo momento. **Deshacer** las devuelve a donde estaban. Los moderadores también pueden bloquear, y deshacer lo suyo durante diez minutos; el registro dice quién fue. Dale a cada enlace un nombre propio: de dos con el mismo nombre, ninguno puede deshacer.

La lista de donaciones dice qué bloqueó una donación, también cuando la entrada ya no está. **Desbloquear** permite repetir una donación; **Desbloquear y mostrar** la muestra a continuación. Quitar una entrada de la lista vale para las próximas donaciones.

A quien se bloquea no se le avisa: lee el agradecimiento de siempre. Hasta 500 entradas de cada tipo. De una donación que llegó antes de que se anotaran las billeteras, o cuyos datos de quien donó se quitaron, no se conoce la billetera; bloquea su nombre.`,
  },
  moderators: {
    title: 'Moderadores',
    body: `
**Nuevo enlace de moderador**, en Ajustes, crea un enlace con nombre propio. Quien lo abre ve la cola y puede aprobar, tapar, rechazar, bloquear donantes, mostrar, descartar, vaciar la cola, saltar, pausar, repetir, silenciar, cambiar el volumen y enviar una prueba. Tú eliges si ve los importes. Los moderadores leen los mensajes tal como se escribieron.

![La sección Moderadores y herramientas con una herramienta y una moderadora, cada una con Revocar](moderators)

El enlace se muestra una vez. Revócalo cuando quieras: deja de funcionar al instante, también donde esté abierto. El registro en Ajustes dice quién hizo qué.`,
  },
  tools: {
    title: 'Stream Deck, Streamer.bot y otras herramientas',
    body: `
Cada control es una llamada HTTP. Crea una llave con **Nueva llave de API** en Ajustes. Solo con **controlar las alertas**, abre los controles y nada más.

\`\`\`
curl -X POST https://YOUR-SERVER/api/alerts/skip -H "Authorization: Bearer brava_…"
\`\`\`

| Llamada | Qué hace |
| \`POST /api/alerts/test\` | Tarjeta de prueba |
| \`POST /api/alerts/pause\`, \`…/resume\` | Pausar, reanudar |
| \`POST /api/alerts/next\` | En pausa: muestra una de las que esperan |
| \`POST /api/alerts/clear\`, \`…/put-back\` | Todo lo que espera a la bandeja, y de vuelta |
| \`POST /api/alerts/skip\` | Quita lo que está en directo |
| \`POST /api/alerts/replay\` | La última mostrada, otra vez |
| \`PUT /api/alerts/sound\` | \`{"isMuted":true}\` o \`{"volume":40}\` |
| \`GET /api/alerts\` | Qué está en directo, qué espera y a qué volumen |

- **Stream Deck:** cualquier complemento que envíe peticiones HTTP. Escribe método, dirección y la cabecera \`Authorization: Bearer brava_…\`. Solo el sonido necesita un cuerpo.
- **Streamer.bot:** para pulsar usa ‘Execute C# Code’ con \`HttpClient\`, o un programa que ejecute \`curl\`; ‘Fetch URL’ lee.

Cada llamada responde con el estado completo, así que una tecla puede mostrarlo. Una llave puede hacer 120 pulsaciones y 1.200 lecturas por minuto. La lista completa está en [/api/docs](/api/docs), en inglés.`,
  },
};
