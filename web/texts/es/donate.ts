import type { texts as english } from '#web/texts/en/donate.ts';

/** Spanish: the donor's pages, from the form to 'Thank You!'. */
export const texts: typeof english = {
  loading: 'Cargando',
  poweredBy: 'Funciona con Solana',
  titles: { loading: 'Donar', page: (streamer) => `Apoya a ${streamer}` },
  heading: (streamer) => `Apoya a ${streamer}`,
  subtitle: 'Envía una donación en Solana, con audio propio si quieres',
  subtitleWithoutClips: 'Envía una donación en Solana',
  linkNotFound: {
    toast: 'No se encontró el enlace de donación',
    title: 'Enlace de donación no encontrado',
    text: 'Este enlace de donación no es válido o se ha desactivado.',
    hint: 'Comprueba el enlace con la persona a la que quieres apoyar.',
    unreachable: 'No se pudo contactar con el servidor, así que el enlace no se pudo comprobar.',
    unchecked: 'El servidor tiene un problema, así que el enlace no se pudo comprobar.',
    nothingLost:
      'Puede que sea correcto: inténtalo de nuevo dentro de un rato. No se ha cobrado nada, y un pago que hayas enviado no se pierde.',
  },
  donationNotFound: {
    title: 'Donación no encontrada',
    unreachableTitle: 'La donación no se cargó',
    unreachable:
      'No se pudo cargar la donación. Sigue ahí, y su dirección también: un pago que hayas enviado no se pierde.',
  },
  tryAgain: 'Reintentar',
  form: {
    name: 'Nombre',
    /** As the stream shows it, whatever the language. */
    anonymous: 'Anonymous',
    message: 'Mensaje',
    minimum: 'Donación mínima',
    minimumNote: 'Puedes enviar cualquier cantidad igual o mayor que el mínimo',
    amount: 'Importe',
    otherAmount: 'Otro importe',
    otherAmountLabel: 'Importe en SOL',
    currency: 'Pagar en',
    tokenAmount: (symbol) => `Importe en ${symbol}`,
    amountErrors: {
      noAmount: 'Escribe un importe con 9 decimales como máximo, por ejemplo 0.05 o 1000',
      noTokens: (decimals) =>
        decimals === 0
          ? 'Escribe un número entero, por ejemplo 5 o 1000'
          : `Escribe un importe con ${decimals} decimales como máximo, por ejemplo 2.5 o 1000`,
      tooLittle: (minimum) => `Escribe al menos ${minimum}`,
      tooMuch: 'Escribe como máximo 1000000 SOL',
      tooMany: (most) => `Escribe como máximo ${most}`,
    },
    privacy: {
      open: 'Privacidad en el directo',
      summary: (isNameHidden, isAmountHidden) => {
        if (isNameHidden && isAmountHidden) return 'Tu nombre y el importe están ocultos';
        if (isNameHidden) return 'Tu nombre está oculto';
        return isAmountHidden ? 'El importe está oculto' : 'El público ve tu nombre y el importe';
      },
      hidesName: 'Ocultar mi nombre en el directo',
      hidesNameHint: 'El público lee «Anonymous». No apareces en ninguna clasificación.',
      hidesAmount: 'Ocultar el importe en el directo',
      hidesAmountHint: 'No sale en ninguna tarjeta ni clasificación. Las metas y los totales lo cuentan.',
      streamerSees: (streamer) =>
        `${streamer} y sus moderadores siguen viendo ambos. El mensaje o el clip se muestran tal cual.`,
    },
    moderated:
      'Quien transmite puede revisar los mensajes antes de que aparezcan en el directo. El dinero le llega de todos modos.',
    approvedFirst:
      'Quien transmite revisa primero: tu nombre y tu mensaje aparecen en el directo cuando se aprueban. El dinero le llega de todos modos.',
    create: 'Crear donación',
    creating: 'Creando donación...',
    created: '¡Donación creada! Envía Solana a la dirección de abajo.',
    createdWithClip: '¡Donación creada con tu audio! Envía Solana a la dirección de abajo.',
    createdInToken: (symbol, hasClip) =>
      `¡Donación creada${hasClip ? ' con tu audio' : ''}! Envía ${symbol} a la dirección de abajo.`,
    failed: 'No se pudo crear la donación',
    kept: {
      offline:
        'No tienes conexión. Lo que escribiste se conserva: inténtalo de nuevo cuando vuelvas a tenerla.',
      away: 'No se puede contactar con el servidor en este momento. Lo que escribiste se conserva: inténtalo de nuevo en un momento.',
      timeout: 'El servidor tardó demasiado en responder. Lo que escribiste se conserva: inténtalo de nuevo.',
      at_capacity:
        'El servidor tiene demasiado que hacer en este momento. Lo que escribiste se conserva: vuelve a pulsar dentro de unos 20 segundos.',
      unreadable: 'Algo falló por el camino. Lo que escribiste se conserva: inténtalo de nuevo.',
    },
    soundNote:
      'Si no subes ningún audio, suena el predeterminado. Si lo subes, suena el tuyo cuando aparece la donación.',
    deletionNote: 'Los archivos de audio se borran automáticamente a las 24 horas.',
    soundNoteWithoutClips: 'Cuando aparece tu donación suena el sonido predeterminado.',
  },
  trust: {
    whoTitle: (streamer) => `Es para ${streamer}`,
    who: 'Pagas a una dirección de un solo uso; lo que llega pasa a la billetera de quien transmite, menos la comisión de la red. No puedes anular un pago.',
    whoInToken: (symbol) =>
      `Pagas a una dirección de un solo uso; lo que llega pasa a la billetera de quien transmite, hasta el último ${symbol}. No puedes anular un pago.`,
    channelsTitle: (streamer) => `¿Es la página de ${streamer}?`,
    channels:
      'Quien transmite nombra estos canales; aquí nadie los ha verificado. Mira si alguno enlaza a esta página antes de pagar.',
    lateTitle: '¿Tarde o de menos?',
    late: 'La dirección se sigue vigilando después de caducar. Los pagos se suman hasta llegar al mínimo, y lo que llega se entrega.',
    accountTitle: 'Sin cuenta',
    account: 'Paga desde cualquier billetera de Solana. El nombre y el mensaje son opcionales.',
  },
  clip: {
    group: 'Audio propio',
    add: 'Añade tu audio (opcional)',
    drop: 'Suelta aquí el archivo de audio',
    limits: 'Máximo 15 segundos y 5 MB. mp3, wav, ogg, m4a, webm',
    file: 'Archivo de audio',
    uploading: 'Subiendo el audio...',
    processing: 'Espera un momento mientras procesamos tu archivo',
    progress: 'Subiendo el audio',
    uploaded: (percent) => `Subiendo el audio... ${percent} %`,
    cancel: 'Cancelar la subida',
    done: '¡Audio subido!',
    failed: 'No se pudo subir el audio',
    yours: 'tu clip',
    remove: 'Quitar tu clip',
    size: { kilobytes: (figure) => `${figure} KB`, megabytes: (figure) => `${figure} MB` },
    seconds: (figure) => `${figure} s`,
    plays: 'El audio sonará cuando tu donación se muestre en el directo',
    heardFrom: (amount) => `Tu clip suena a partir de ${amount}`,
    heardOnlyFrom: (amount) =>
      `Los clips suenan a partir de ${amount}. En otra moneda suena el sonido predeterminado.`,
    gone: 'Tu clip no se conservó. Vuelve a añadirlo.',
    missing:
      'No se pudo cargar el selector de audio. Puedes donar sin clip, o recargar la página para añadir uno.',
    held: {
      sending: 'Tu audio todavía se está subiendo. Espera un momento o cancela la subida.',
      recording: 'Tu grabación todavía no está añadida. Úsala o descártala primero.',
    },
  },
  recorder: {
    record: 'Grabar',
    missing: 'No se pudo cargar la grabadora. Comprueba tu conexión e inténtalo de nuevo.',
    allow: 'Permite el micrófono en tu navegador.',
    cancel: 'Cancelar',
    stop: 'Parar la grabación',
    left: (seconds) => (seconds === 1 ? 'Queda 1 s' : `Quedan ${seconds} s`),
    running: 'Grabando. Se detiene sola a los 15 segundos.',
    ending: 'Quedan 5 segundos',
    yours: 'tu grabación',
    use: 'Usar la grabación',
    again: 'Grabar otra vez',
    discard: 'Descartar la grabación',
    notAllowed:
      'Esta página no tiene permiso para usar el micrófono. Dáselo en los ajustes del navegador e inténtalo de nuevo.',
    notFound: 'No se encontró ningún micrófono. Conecta uno e inténtalo de nuevo.',
    inUse: 'Otro programa está usando el micrófono. Ciérralo allí e inténtalo de nuevo.',
    notOpened: 'No se pudo abrir el micrófono. Inténtalo de nuevo.',
  },
  words: {
    name: 'Nombre',
    message: 'Mensaje',
    audio: 'Audio',
    hidden: 'Oculto en el directo',
    hiddenOnStream: (isNameHidden, isAmountHidden) => {
      if (isNameHidden && isAmountHidden) return 'Ocultos en el directo: tu nombre y el importe';
      return isNameHidden ? 'Oculto en el directo: tu nombre' : 'Oculto en el directo: el importe';
    },
  },
  meter: { label: 'Progreso', isDone: '(hecho)', steps: ['En espera', 'Visto', 'Confirmado', 'En directo'] },
  payment: {
    title: '¡Donación creada!',
    customAudio: 'Audio propio',
    checking: 'Comprobando...',
    pill: {
      received: (amount) => `Recibido: ${amount}`,
      waiting: 'Esperando el pago',
      expired: 'Caducada',
      failed: 'Fallida',
    },
    left: (minutes, seconds) => `Quedan ${minutes}:${seconds}`,
    expired: 'Caducada',
    validUntil: (time) => `hasta las ${time}`,
    minutesLeft: (minutes) => (minutes === 1 ? 'Queda 1 minuto' : `Quedan ${minutes} minutos`),
    scan: 'Escanéalo con tu billetera de Solana',
    qrLabel: 'Código QR del pago',
    qrMissing: 'No se pudo cargar el código. Copia la dirección en su lugar.',
    minimum: 'Cantidad mínima',
    chosen: 'Tu importe',
    stillToPay: 'Falta por pagar',
    networkFee: 'Más unos 0.000005 SOL de comisión de red',
    openInWallet: 'Abrir en la billetera',
    noWallet: '¿No se abrió ninguna billetera?',
    noWalletText: 'Copia la dirección en tu billetera, o escanea el código con el teléfono que la tiene.',
    copyAddress: 'Copiar dirección',
    addressCopied: '¡Dirección copiada!',
    walletAddress: 'Dirección de la billetera',
    copyWalletAddress: 'Copiar la dirección de la billetera',
    walletAddressCopied: '¡Dirección de la billetera copiada!',
    network: (label) => `Esta es la red ${label}.`,
    useTestSol: 'Usa SOL de devnet para hacer pruebas.',
    testTokens: (symbol) => `Usa ${symbol} de devnet para hacer pruebas.`,
    realSol: 'Pagas con SOL de verdad.',
    realTokens: (symbol) => `Pagas con ${symbol} de verdad.`,
    sendOnly: (symbol) => `Envía ${symbol} solo por Solana.`,
    sendOnlyMore: (symbol) =>
      `${symbol} por otra red, como Ethereum, no llega, y ninguna otra cosa paga esta donación.`,
    needsSol:
      'Tu billetera necesita además unos 0.0025 SOL, para la comisión de la red y la cuenta que abre.',
    mint: (symbol) => `Dirección de este ${symbol}:`,
    inExplorer: 'Verla en el explorador',
    solBeside: (symbol, streamer) =>
      `Esta donación se paga en ${symbol}, así que los SOL no cuentan para ella. De todos modos se entregan a ${streamer}.`,
    sandbox:
      'Funciona como entorno de pruebas en este servidor: las billeteras de verdad no pueden llegar a él.',
    faucet: 'Pagar desde el grifo de pruebas',
    faucetPaying: 'Pagando desde el grifo de pruebas...',
    faucetFailed: 'El grifo no pudo pagar. Inténtalo de nuevo.',
    changeWords: 'Cambiar el nombre o el mensaje',
    validFor: 'Esta dirección es válida solo 10 minutos.',
    onceConfirmed: 'La donación aparece en el directo cuando se confirma.',
    onceApproved:
      'Quien transmite revisa primero: tu nombre y tu mensaje aparecen en el directo cuando se aprueban.',
    arrived: (amount) => `Llegaron ${amount}.`,
    missing: (amount, minimum) =>
      `Todavía faltan ${amount} para llegar al mínimo de ${minimum}. El código y el botón de la billetera piden ahora lo que falta.`,
    chosenBefore: (amount) => `Habías elegido ${amount}.`,
    notConnected: 'Sin conexión.',
    notConnectedText:
      'Esto es lo último que se supo. Ningún pago se pierde: la página sigue sola cuando vuelva la conexión.',
    received: (amount) => `¡Donación recibida! ${amount}`,
    expiredToast: 'La donación caducó. Crea una nueva.',
    failedToast: 'La donación falló. Inténtalo de nuevo.',
    failedHeading: 'Donación fallida',
    failedTitle: 'La cadena anuló el pago.',
    failedText:
      'Debería estar otra vez en tu billetera. Si al final vuelve a llegar aquí, cuenta igualmente.',
  },
  deletedStreamer: 'una cuenta borrada',
  success: {
    title: '¡Gracias!',
    before: '¡Tu donación de ',
    after: ' ha llegado!',
    worth: (value) => `${value} en el momento del pago.`,
    clipPlays: '¡Tu audio sonará en el directo!',
    clipBelow: (amount) => `Tu audio no sonará: los clips suenan a partir de ${amount}.`,
    clipInToken: (amount) =>
      `Tu audio no sonará: los clips suenan a partir de ${amount}, y en ninguna otra moneda.`,
    clipLeftOut: 'Tu audio no sonará en el directo.',
    soon: 'Aparecerá en el directo en un momento.',
    approval: 'Primero se revisa, y aparece en el directo cuando se aprueba.',
    play: 'Quien transmite decide si aparece en el directo.',
    shown: 'Se mostró en el directo.',
    late: 'Llegó después de que la dirección caducara, y cuenta igualmente.',
    paidByYou: 'Pagado por ti',
    passedOn: (streamer) => `Entregado a ${streamer}`,
    shownOnStream: 'Mostrada en el directo',
    notYet: 'Todavía no',
    comeBack: 'Puedes cerrar esta página y volver: conserva su propia dirección.',
    another: 'Enviar otra donación',
  },
  expired: {
    title: 'Donación caducada',
    text: 'Este enlace de donación ha caducado. Crea una nueva donación.',
    create: 'Crear una nueva donación',
    paidTitle: '¿Ya pagaste?',
    watched: (streamer) =>
      `La dirección se sigue vigilando. Un pago que llega tarde se entrega a ${streamer}, y cuenta como donación cuando se alcanza el mínimo.`,
    part: (came, missing, minimum) =>
      `Llegaron ${came}: faltan ${missing} para el mínimo de ${minimum}. Lo que llegó también se entrega.`,
    emptied: (least) =>
      `Cada parte se entrega poco después de llegar, y una dirección vacía no admite menos de ${least}: envía al menos esa cantidad.`,
    again: 'Ya pagué: comprobar de nuevo',
    notSeen: 'Todavía no se ha visto ningún pago. Inténtalo de nuevo dentro de un minuto.',
    stillMissing: (missing) => `Todavía faltan ${missing}. Inténtalo de nuevo dentro de un minuto.`,
    checkFailed: 'No se pudo comprobar la donación. Inténtalo de nuevo.',
  },
};
