import type { texts as english } from '#web/texts/en/settings/own-account.ts';

/** Spanish: the part of settings about donors' texts, taking everything along, and the end of the account. */
export const texts: typeof english = {
  data: {
    heading: 'Tus datos',
    retention: 'Quitar nombres y mensajes de los donantes',
    retentionHint:
      'Los importes, las fechas y las transferencias se quedan. Los pagos dejan de aparecer en las listas, pero la cadena es pública para siempre.',
    never: 'Nunca',
    after: (days: number) => (days === 365 ? 'Después de un año' : `Después de ${days} días`),
    byOperator: (days: number | null) =>
      days === null ? 'Como el servidor: nunca' : `Como el servidor: después de ${days} días`,
    question: (days: number) => `¿Quitar los textos de más de ${days} días?`,
    effect:
      'Los nombres y mensajes de las donaciones más antiguas se quitan para siempre, en un par de minutos, y a partir de ahí día a día.',
    keep: 'Dejarlos',
    confirm: 'Quitarlos',
    busy: 'Guardando...',
    saved: 'Guardado',
    failed: 'No se pudo guardar. Inténtalo de nuevo.',
    download: 'Descargar todo',
    downloadHint:
      'Un archivo JSON: perfil, ajustes, donaciones con sus pagos y transferencias, sesiones, tokens y webhooks sin sus secretos, y el registro. Los clips son enlaces mientras existen.',
    downloadAct: 'Descargar',
    downloadBusy: 'Descargando...',
    downloadReason:
      'El archivo contiene todo lo que te escribieron los donantes, por eso preguntamos otra vez.',
    downloaded: 'Descarga completa',
    downloadFailed: 'La descarga no funcionó. Inténtalo de nuevo.',
  },
  deletion: {
    heading: 'Borrar la cuenta',
    lead: (days: number) =>
      `Tus enlaces se cierran enseguida. Durante ${days} días puedes iniciar sesión y conservar la cuenta; después desaparece para siempre, con su nombre, ajustes, tokens y todo lo que escribieron los donantes.`,
    stays:
      'Lo que queda son los libros del dinero: importes, direcciones, firmas y fechas. El servidor sigue encontrando el dinero que llegue tarde y lo envía a tu dirección de cobro o, si no la hay, a tu billetera generada, que entonces solo abre su clave privada. Así que pon una dirección de cobro o llévate la clave, aunque la billetera esté vacía.',
    act: 'Borrar la cuenta',
    title: '¿Borrar tu cuenta?',
    open: (count: number) =>
      count === 1
        ? 'Puede que alguien todavía esté pagando 1 donación. Lo que llegue se te envía.'
        : `Puede que todavía se estén pagando ${count} donaciones. Lo que llegue se te envía.`,
    onTheWay: (amount: string) => `${amount} está en camino hacia ti. Primero se te envía.`,
    wallet: (amount: string) =>
      `Hay ${amount} en tu billetera generada. Retíralo o llévate antes la clave privada: después nadie podrá iniciar sesión para hacerlo.`,
    walletUnknown:
      'Ningún nodo responde en este momento, así que no se sabe qué hay en tu billetera generada. Llévate antes su clave privada.',
    toWallet: 'Abrir la billetera',
    noMoney: 'No queda dinero tuyo en este servidor.',
    download: '¿Ya descargaste todo? No se puede recuperar.',
    typeName: (username: string) => `Escribe ${username} para confirmar`,
    confirm: 'Borrar la cuenta',
    busy: 'Borrando...',
    cancel: 'Conservar la cuenta',
    failed:
      'No llegó respuesta. Si la cuenta va a borrarse, lo dice el principio de la página; si no, inténtalo de nuevo.',
  },
  closing: {
    title: (date: string) => `Esta cuenta se borra el ${date}`,
    dueTitle: 'Esta cuenta está a punto de borrarse',
    due: 'Desaparece en cuanto no quede dinero en camino hacia ti, a más tardar al cabo de siete días más.',
    text: 'Tu enlace de donaciones y tu overlay están cerrados. Hasta entonces puedes descargar todo, sacar el dinero de tu billetera o conservar la cuenta.',
    keep: 'Conservar mi cuenta',
    busy: 'Conservando...',
    kept: 'Tu cuenta se queda. Una fuente abierta en OBS vuelve a mostrar alertas en menos de un minuto.',
    failed: 'No funcionó. Inténtalo de nuevo.',
  },
};
