import type { texts as english } from '#web/texts/en/dashboard.ts';

/** What stands in OBS is named as OBS's own translation names it. */
const obsProblems: (typeof english)['obs']['problems'] = {
  unreachable:
    'OBS no ha respondido. Inicia OBS 29 o posterior, abre Herramientas, Ajustes del servidor WebSocket, marca Habilitar servidor WebSocket, pulsa Aceptar y comprueba el puerto.',
  not_permitted:
    'Tu navegador no deja que esta página hable con programas de este equipo. Permite el acceso a las aplicaciones de este dispositivo (o a la red local) en los ajustes del sitio, junto a la dirección, e inténtalo de nuevo.',
  reload: 'Esta página se abrió de una manera que le impide hablar con OBS. Recárgala e inténtalo de nuevo.',
  password_missing:
    'OBS pide una contraseña. En OBS abre Herramientas, Ajustes del servidor WebSocket, Mostrar información de conexión, y copia la contraseña del servidor.',
  wrong_password:
    'OBS ha rechazado la contraseña. En OBS abre Herramientas, Ajustes del servidor WebSocket, Mostrar información de conexión, y copia otra vez la contraseña del servidor.',
  no_browser_source:
    'Este OBS no tiene fuente de navegador. Falta en algunos paquetes de Linux: instala OBS desde obsproject.com o Flathub e inténtalo de nuevo.',
  name_taken: 'En OBS ya hay otra cosa con este nombre. Cámbiale el nombre en OBS e inténtalo de nuevo.',
  too_old:
    'Esta versión de OBS, o la de su servidor WebSocket, es demasiado antigua. Actualiza OBS a la versión 29 o posterior.',
  too_new:
    'El servidor WebSocket de este OBS habla un lenguaje más nuevo que esta página. Arrastra el enlace a OBS.',
  timeout:
    'OBS ha tardado demasiado en responder. Mira si OBS o tu navegador te están preguntando algo, responde e inténtalo de nuevo.',
  refused: 'OBS ha rechazado un paso. Arrastra el enlace a OBS o añade a mano una fuente de navegador.',
};

/** Spanish: the dashboard. */
export const texts: typeof english = {
  title: 'Panel',
  welcome: (username) => `Te damos la bienvenida, ${username}`,
  connected: 'Conectado',
  disconnected: 'Desconectado',
  liveConnection: 'Conexión en directo con Brava',
  loadFailed: {
    toast: 'No se pudieron cargar los datos del panel',
    title: 'No se pudieron cargar tus cifras y enlaces',
    advice: 'Las alertas siguen mientras tanto. Comprueba tu conexión e inténtalo de nuevo.',
  },
  tryAgain: 'Reintentar',
  cancel: 'Cancelar',
  done: 'Listo',
  overlay: {
    label: 'Overlay',
    lastAlert: 'Última alerta',
    onStreamNow: 'Ahora en directo',
    cannotBeUsed: 'Los controles no se pueden usar en este momento.',
    test: 'Enviar alerta de prueba',
    testTitle: (key) => `Enviar una alerta de prueba (${key})`,
    on: (visible) =>
      visible === 1 ? '1 overlay está abierto y visible' : `${visible} overlays están abiertos y visibles`,
    holding: 'El overlay está oculto. Las alertas lo esperan.',
    paused: 'Las alertas esperan hasta que las reanudes.',
    none: 'No hay ningún overlay abierto. Las alertas lo esperan.',
    noneAndPaused: (waiting) =>
      `Sin overlay y en pausa: ${waiting === 0 ? 'ninguna' : waiting} ${waiting < 2 ? 'alerta espera' : 'alertas esperan'}.`,
    unknown: 'No hay conexión en vivo con el servidor.',
  },
  suspended: {
    title: 'Tu enlace de donación está suspendido',
    text: 'Quien opera este servidor lo ha cerrado: tu página de donación dice que el enlace no es válido o está desactivado. Las donaciones anteriores se siguen mostrando y te llegan, y tu overlay funciona. Pregúntale por qué y qué puedes hacer.',
  },
  closed: {
    title: 'Ahora mismo no aceptas donaciones',
    text: 'Tu página de donación dice que el enlace no es válido o está desactivado. Las donaciones anteriores se siguen mostrando y te llegan, y tu overlay funciona.',
    accept: 'Volver a aceptar',
    accepted: 'Vuelves a aceptar donaciones',
    failed: 'No se pudo guardar. Inténtalo de nuevo.',
  },
  stats: {
    totalDonations: 'Donaciones totales',
    totalAmount: 'Importe total',
    today: 'Hoy',
    now: 'ahora',
    inTokens: 'En tokens',
    donations: (count, shown) => (count === 1 ? '1 donación' : `${shown} donaciones`),
    solAlone: 'El importe total y el gráfico son solo SOL; los números de donaciones cuentan todas.',
  },
  alerts: {
    title: 'Alertas',
    moderation: 'Moderación',
    silence: 'Silenciar el sonido de las alertas nuevas',
    sound: 'Reproducir un sonido con las alertas nuevas',
    nothingWaits: 'No hay nada en espera.',
  },
  chart: {
    title: (days) => `Últimos ${days} días`,
    view: 'Vista',
    chart: 'Gráfico',
    table: 'Tabla',
    day: 'Día',
    donations: (count, shown) =>
      count === 0 ? 'sin donaciones' : count === 1 ? '1 donación' : `${shown} donaciones`,
    spoken: (day, amount, donations) => `${day}: ${amount}, ${donations}`,
    nothing: (days) => `No hay donaciones pagadas en estos ${days} días.`,
    noSol: (days) => `Ningún SOL en estos ${days} días: todas las donaciones fueron en tokens.`,
    tableLabel: 'Donaciones por día',
    amount: 'Importe',
    count: 'Donaciones',
    loading: 'Cargando el gráfico',
    failed: 'No se pudo cargar el gráfico.',
  },
  recent: {
    title: 'Donaciones recientes',
    all: 'Todas las donaciones',
    none: 'Todavía no has recibido ninguna donación.',
  },
  ready: {
    title: 'Prepárate para tu primera donación',
    almost: 'Casi todo listo',
    progress: (done, all) => `${done} de ${all} hechos`,
    isDone: '(hecho)',
    overlay: 'Abre el overlay en OBS',
    test: 'Muestra una alerta de prueba',
    link: 'Comparte tu enlace de donación',
    donation: 'Recibe tu primera donación',
  },
  filter: {
    text: 'Lo que escriben los donantes sale en el directo tal cual. El filtro de palabras oculta insultos con asteriscos.',
    turnOn: 'Activar filtro de palabras',
    on: 'El filtro de palabras está activo. Sus listas están en Ajustes.',
    failed: 'No se pudo activar el filtro de palabras. Inténtalo de nuevo.',
  },
  donationLink: {
    title: 'Enlace de donación',
    copy: 'Copiar el enlace de donación',
    copied: '¡Enlace de donación copiado!',
    open: 'Abrir la página de donación en otra pestaña',
    hint: 'Compártelo en tus paneles y en el chat.',
    closedHint: 'Cerrado ahora mismo: nadie puede donar con él.',
  },
  widget: {
    title: 'Widget de OBS',
    copy: 'Copiar la URL del widget',
    copied: '¡URL del widget copiada!',
    show: 'Mostrar la URL del widget',
    preview: 'Ver el widget en otra pestaña',
    hint: 'Tamaño recomendado: 400x600px',
  },
  dock: {
    button: 'Dock para OBS',
    title: 'Tus alertas dentro de OBS',
    how: 'En OBS abre Paneles, Paneles de navegador personalizados, y pega el enlace. El mismo enlace funciona en tu teléfono.',
    power: 'Quien tenga el enlace puede controlar tus alertas y nada más. Puedes anularlo en Ajustes.',
    copy: 'Copiar el enlace del dock',
    copied: '¡Enlace del dock copiado!',
    show: 'Mostrar el enlace del dock',
    once: 'Solo se puede copiar ahora. Siempre puedes crear otro.',
    make: 'Crear enlace del dock',
    making: 'Creando el enlace...',
    failed: 'No se pudo crear el enlace del dock. Inténtalo de nuevo.',
    tokenName: 'Dock de OBS',
  },
  setup: {
    title: 'Configura OBS Studio',
    steps: {
      open: 'Abre OBS Studio',
      source: 'Añade una fuente de navegador',
      url: 'Pega la URL del widget',
      size: 'Pon 400 de ancho y 600 de alto',
      place: 'Colócala en tu escena',
    },
    isDone: '(hecho)',
    progress: (done, all) => `${done} de ${all} hechos`,
    works: 'El overlay funciona',
    noneOpen: 'Ningún overlay abierto',
    worksAdvice:
      'Tu overlay está abierto y ha mostrado alertas. Mira en OBS si su tamaño y su lugar son correctos.',
    openAdvice: 'Tu overlay está abierto. Envía una alerta de prueba para verlo en tu escena.',
    noneOpenAdvice:
      'Antes se mostraron alertas. Abre OBS; si reemplazaste el enlace del widget, pega el nuevo.',
    drag: 'Arrastra esto a OBS',
    dragTitle: 'Arrastra esto a la escena en OBS: añade la fuente de navegador con su nombre y su tamaño',
    sketch: 'El widget, de 400 por 600, en la esquina de una escena',
  },
  obs: {
    add: 'Añadir a OBS',
    adding: 'Preguntando a OBS...',
    title: 'Añade tus alertas a OBS',
    doneTitle: 'Tus alertas están en OBS',
    how: 'En OBS, en este equipo, abre Herramientas, Ajustes del servidor WebSocket, marca Habilitar servidor WebSocket y copia la contraseña de Mostrar información de conexión. Solo se envía a OBS.',
    password: 'Contraseña del servidor',
    port: 'Puerto',
    badPort: 'Escribe un puerto de 1 a 65535',
    created: 'La fuente de navegador se añadió en la escena ',
    renewed: 'La fuente de navegador se actualizó en la escena ',
    place: ', abajo a la derecha. Envía una alerta de prueba para verla.',
    notHeard:
      'Para oír tú las alertas, abre Propiedades de audio avanzadas en OBS y elige para ella Monitorización y salida.',
    problems: obsProblems,
  },
  tips: {
    title: 'Consejos',
    corner: 'Coloca el widget en una esquina',
    source:
      "Activa 'Apagar fuente cuando no sea visible' y 'Actualizar el navegador cuando la escena se active'",
    resize: 'Cambia el tamaño con libertad',
    automatic: 'Las donaciones nuevas aparecen automáticamente',
  },
  wallet: {
    title: 'Información de la billetera',
    address: 'Dirección de la billetera',
    copy: 'Copiar la dirección de la billetera',
    copied: '¡Dirección de la billetera copiada!',
    payouts: 'Las donaciones van a',
    here: 'Esta billetera',
    choose: 'Usar una tuya',
    network: 'Red',
    minimum: 'Donación mínima',
    open: 'Saldo y retiros',
  },
};
