import type { texts as english } from '#web/texts/en/wallet-pay.ts';

/** Spanish: paying from a wallet in the browser. */
export const texts: typeof english = {
  payWith: (wallet) => `Pagar con ${wallet}`,
  payWithWallet: 'Pagar con una billetera',
  amount: 'Importe en SOL',
  noAmount: 'Escribe un importe en SOL con 9 decimales como máximo, por ejemplo 0.05 o 1000',
  tooLittle: (missing) => `Paga al menos ${missing}`,
  tooMuch: 'Paga como máximo 1000000 SOL',
  stages: {
    connecting: (wallet) => `Conectando con ${wallet}...`,
    preparing: () => 'Preparando el pago...',
    signing: (wallet) => `Confirma el pago en ${wallet}...`,
    sending: () => 'Enviando el pago...',
  },
  stop: 'Dejar de esperar',
  nothingPaid: 'No se ha pagado nada.',
  noAccount: (wallet, network) => `${wallet} no ofrece ninguna cuenta en ${network}. No se ha pagado nada.`,
  notConnected: (wallet) => `No se pudo conectar con ${wallet}. No se ha pagado nada.`,
  notSigned: (wallet, network) =>
    `${wallet} no firmó el pago. No se ha pagado nada. Comprueba que esté configurada en ${network}.`,
  notBuilt: 'El servidor no pudo preparar el pago. No se ha pagado nada; inténtalo de nuevo.',
  sent: 'Tu pago está en camino. Esta página lo muestra en cuanto la cadena lo confirma.',
  unknown:
    'Aún no se sabe si tu pago ha llegado. Esta página sigue atenta; no pagues otra vez, salvo que tu billetera no muestre ningún pago.',
  notSeen: 'Tu pago aún no se ha visto. Si tu billetera no muestra ninguno, puedes pagar otra vez.',
  payAgain: 'Pagar otra vez',
  sandbox:
    'Esta página funciona en un entorno de pruebas al que no llegan las billeteras reales, así que aquí no puedes pagar con la tuya.',
};
