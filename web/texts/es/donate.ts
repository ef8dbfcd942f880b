import type { texts as english } from '#web/texts/en/donate.ts';

/** Spanish: a link's form, and what every page of a donor shares. */
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
      'Puede que sea correcto: esta página lo reintenta sola. No se ha cobrado nada, y un pago que hayas enviado no se pierde.',
  },
  tryAgain: 'Reintentar',
  lastDonation: 'Ver tu última donación',
  form: {
    name: 'Nombre',
    /** As the stream shows it, whatever the language. */
    anonymous: 'Anonymous',
    message: 'Mensaje',
    tooLong: {
      donatorName: 'El nombre debe tener 50 caracteres como máximo',
      message: 'El mensaje debe tener 500 caracteres como máximo',
    },
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
    guide: '¿SOL es nuevo para ti? Así se paga',
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
    uploaded: (percent) => `Subiendo el audio... ${percent}\u00a0%`,
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
    silent: 'En esta grabación no se oye nada. ¿Está silenciado el micrófono?',
    use: 'Usar la grabación',
    again: 'Grabar otra vez',
    discard: 'Descartar la grabación',
    notAllowed:
      'Esta página no tiene permiso para usar el micrófono. Dáselo en los ajustes del navegador e inténtalo de nuevo.',
    notFound: 'No se encontró ningún micrófono. Conecta uno e inténtalo de nuevo.',
    inUse: 'Otro programa está usando el micrófono. Ciérralo allí e inténtalo de nuevo.',
    notOpened: 'No se pudo abrir el micrófono. Inténtalo de nuevo.',
  },
};
