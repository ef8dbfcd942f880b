import type { UnsentReason, WithdrawalStatus } from '#contract/wallet.ts';
import type { texts as english } from '#web/texts/en/wallet.ts';

const states: Record<WithdrawalStatus, string> = {
  waiting: 'Se está preparando.',
  sent: 'Se ha enviado. La red aún no lo ha confirmado.',
  confirmed: 'La red lo ha confirmado. En unos segundos será definitivo.',
  final: 'Ha llegado y es definitivo.',
  failed: 'La red lo ha rechazado. Solo se ha pagado la comisión de la red.',
  not_sent: 'No se ha pagado.',
};

const unsent: Record<UnsentReason, string> = {
  no_answer: 'La red Solana no lo aceptó a tiempo. No ha salido nada de tu billetera; inténtalo de nuevo.',
  changed:
    'Tu saldo o la comisión de la red cambiaron antes de enviarlo. No ha salido nada de tu billetera; inténtalo de nuevo.',
  refused: 'La red no lo aceptaba así. No ha salido nada de tu billetera; inténtalo de nuevo.',
  restored:
    'Este servidor se restauró entretanto desde una copia de seguridad y no puede saber si ya se pagó. Mira tu historial y, si no está ahí, retira de nuevo.',
};

/** Spanish: the page of the generated wallet. */
export const texts: typeof english = {
  title: 'Billetera',
  notLoaded: (why) => `No se pudo cargar tu billetera. ${why}`,
  tryAgain: 'Intentar de nuevo',
  balance: {
    label: 'Saldo',
    live: 'En directo desde la red',
    onItsWay: 'En camino:',
    old: (date) => `Tal como estaba el ${date}. En este momento no se puede leer.`,
    unknown: 'Desconocido',
    unknownWhy:
      'Ningún nodo de la red Solana responde, así que ahora mismo no se conoce el saldo. Tu dinero está donde estaba; esta página sigue preguntando.',
    address: 'Dirección',
    copy: 'Copiar la dirección de la billetera',
    copied: 'Dirección de la billetera copiada al portapapeles',
    withdraw: 'Retirar',
    empty: 'Esta billetera está vacía.',
    underWay: 'Un retiro a la vez: el siguiente puede empezar cuando este haya llegado.',
  },
  payout: {
    here: 'Las donaciones llegan a direcciones de un solo uso; cada una se transfiere a esta billetera en cuanto es definitiva.',
    elsewhere: 'Tus donaciones no llegan aquí: van directo a tu dirección de cobro',
    elsewhereMore: 'Lo que aún queda en esta billetera se queda hasta que lo retires.',
    change: 'Cambiar en Ajustes',
    guide: 'Cómo llega aquí el dinero',
  },
  tokens: {
    title: 'Tokens',
    unknown: 'Se desconoce',
    here: 'Las donaciones en un token se entregan a esta billetera. Aquí solo se retiran SOL: para mover tokens, importa tu clave privada en otra billetera o configura una dirección de cobro tuya.',
    elsewhere:
      'Las donaciones en un token van directamente a tu dirección de cobro. Aquí solo se retiran SOL: para mover los tokens que quedan aquí, importa tu clave privada en otra billetera.',
    guide: 'Cómo funcionan los tokens',
    explorer: (symbol) => `Abrir ${symbol} en el explorador`,
    copy: (symbol) => `Copiar la dirección de ${symbol}`,
    copied: '¡Dirección copiada!',
  },
  withdraw: {
    title: 'Retirar',
    address: 'A esta dirección',
    addressHint: 'Una billetera de Solana cuya clave tengas tú o tu exchange',
    amount: 'Importe',
    amountForm: 'Introduce un importe con 9 decimales como máximo, por ejemplo 0.05 o 1000',
    available: (amount) => `En tu billetera: ${amount}`,
    all: 'Todo lo que hay en la billetera',
    cancel: 'Cancelar',
    next: 'Continuar',
    checking: 'Comprobando...',
    failed: 'No se pudo comprobar. Inténtalo de nuevo.',
  },
  review: {
    title: 'Revisa y confirma',
    to: 'A',
    arrives: 'Llega',
    fee: 'Comisión de la red',
    remains: 'Queda en tu billetera',
    warning: 'Lo que se envía no vuelve. Compara la dirección con aquella a la que quieres pagar.',
    password: 'Contraseña',
    back: 'Atrás',
    confirm: (amount) => `Retirar ${amount}`,
    sending: 'Enviando...',
    changed: 'Tu saldo o la comisión de la red han cambiado: estas son las cifras nuevas.',
    noAnswer:
      'No llegó respuesta, así que puede que ya esté en curso. Pulsa otra vez: nunca se paga dos veces. O cierra esto y mira la página.',
    accepted: 'Retiro aceptado',
  },
  earlier: {
    takenUp: (amount, address) =>
      `Tu orden anterior se aceptó: ${amount} a ${address}. No se hizo una segunda.`,
    notSent: (amount, address) =>
      `Tu orden anterior de ${amount} a ${address} no se pagó: no ha salido nada de tu billetera.`,
    failed: (amount, address, fee) =>
      `La red rechazó tu orden anterior de ${amount} a ${address}: solo se pagó su comisión de ${fee}.`,
    restored: (amount, address) => `Tu orden anterior de ${amount} a ${address}: ${unsent.restored}`,
  },
  progress: {
    title: 'Retiro',
    steps: ['Preparado', 'Enviado', 'Confirmado', 'Definitivo'],
    label: 'En qué punto está el retiro',
    states,
    unsent,
    to: (amount) => `${amount} a`,
    triedUntil: (time) => `Si la red no lo acepta, termina solo después del ${time} y no se paga nada.`,
    explorer: 'Abrir en el explorador',
  },
  history: {
    title: 'Historial',
    lead: 'Lo que entró y salió de forma definitiva, según la red.',
    none: 'Aún no ha entrado nada.',
    notFinal: 'Lo que ha entrado aparece aquí cuando es definitivo, segundos después.',
    reading: 'Todavía se están leyendo de la red las entradas más antiguas.',
    unknown: 'Ningún nodo de la red responde: pueden faltar las entradas más nuevas.',
    donation: (name) => `Donación de ${name}`,
    donationFee: (name) => `Comisión de la red por la donación de ${name}`,
    donationGone: 'Donación',
    withdrawal: (address) => `Retiro a ${address}`,
    otherIn: 'Recibido de otra parte',
    otherOut: 'Enviado con otra aplicación de billetera',
    failed: 'Rechazado por la red, solo se pagó la comisión',
    fee: (amount) => `incluye la comisión de la red de ${amount}`,
    explorer: (date) => `Abrir en el explorador: ${date}`,
    copy: (date) => `Copiar la firma: ${date}`,
    copied: '¡Firma copiada!',
    newest: 'Más recientes',
    older: 'Anteriores',
  },
};
