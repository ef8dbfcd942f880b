import type { texts as english } from '#web/texts/en/donation.ts';

/** Spanish: a donation at its own address, from paying to 'Thank You!'. */
export const texts: typeof english = {
  donationNotFound: {
    title: 'Donación no encontrada',
    unreachableTitle: 'La donación no se cargó',
    unreachable:
      'No se pudo cargar la donación. Sigue ahí, y su dirección también: un pago que hayas enviado no se pierde. Esta página lo reintenta sola.',
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
    paidBefore: '¿Pagaste a la dirección anterior? Ver esa donación',
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
    unseen: 'Ahora mismo no se ven los pagos.',
    unseenText:
      'Este servidor no recibe nada nuevo de Solana. Un pago que hayas enviado no se pierde: no lo envíes otra vez. La página sigue sola.',
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
    elsewhere: (network) =>
      `Aquí solo se ve lo que se envía por ${network}. Mira en tu billetera qué red usó: lo enviado por otra no se pierde, pero solo puede buscarlo quien administra este servidor.`,
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
