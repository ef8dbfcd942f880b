import type { texts as english } from '#web/texts/en/desk.ts';

/** Where cards stack. */
function alsoOnStream(others: number): string {
  return others > 0 ? `, ${others} más en directo` : '';
}

/** Spanish: the desk of the alerts, on the dashboard and in the dock. */
export const texts: typeof english = {
  dockTitle: 'Dock',
  heading: 'Alertas',
  loading: 'Cargando',
  tryAgain: 'Reintentar',
  notShown: 'No se pueden mostrar las alertas',
  nothingWaits: 'No hay nada en espera. Las donaciones nuevas aparecen aquí automáticamente.',
  disconnected: 'Desconectado. Lo que ves puede estar desactualizado.',
  nowLabel: 'Ahora en directo',
  moderator: 'Moderación',
  test: 'Probar',
  testTitle: (key) => `Enviar una alerta de prueba (${key})`,
  spaceKey: 'Espacio',
  keys: {
    controls: 'Controles',
    pause: 'Pausar',
    pauseLabel: 'Pausar las alertas',
    resume: 'Reanudar',
    resumeLabel: 'Reanudar las alertas',
    skip: 'Saltar',
    skipLabel: 'Saltar esta alerta',
    skipAllLabel: (cards) => `Saltar las ${cards} tarjetas`,
    replay: 'Repetir',
    replayLabel: 'Repetir la última alerta',
    mute: 'Silenciar',
    muteLabel: 'Silenciar las alertas',
    unmute: 'Con sonido',
    unmuteLabel: 'Alertas con sonido',
  },
  volume: {
    label: 'Volumen',
    muted: 'Mudo',
    spoken: (percent) => `${percent} por ciento`,
    spokenMuted: (percent) => `${percent} por ciento, silenciado`,
  },
  said: {
    testSent: 'Alerta de prueba enviada',
    replaySent: 'Se muestra una vez más',
    testWaits: 'La alerta de prueba espera 15 minutos a tu overlay',
    replayWaits: 'La repetición espera a tu overlay',
    replayHeld: 'La repetición espera hasta que reanudes',
    nextWaits: 'Espera a tu overlay',
    notCounted: 'No se hizo nada: las filas acababan de moverse. Pulsa otra vez.',
    newFrom: (name) => `Nueva alerta por aprobar de ${name}`,
    newAlerts: (count) =>
      count === 1 ? '1 alerta nueva por aprobar' : `${count} alertas nuevas por aprobar`,
  },
  now: {
    progress: 'En directo',
    left: (seconds, others) =>
      `${seconds === 1 ? 'queda 1 s' : `quedan ${seconds} s`}${alsoOnStream(others)}`,
    spokenLeft: (seconds, others) =>
      `${seconds === 1 ? 'queda 1 segundo' : `quedan ${seconds} segundos`}${alsoOnStream(others)}`,
    cutShort: 'cortada, vuelve a esperar',
    neverShown: 'Todavía no se ha mostrado ninguna alerta.',
    nothing: 'No hay nada en directo.',
    lastWas: (ago) => `No hay nada en directo. La última alerta fue ${ago}.`,
    shown: (ago) => `mostrada ${ago}`,
  },
  lists: {
    toApprove: 'Por aprobar',
    next: 'Siguientes',
    tray: 'Bandeja, se muestran cuando tú digas',
    more: (count) =>
      count === 1
        ? '1 más aparece a medida que se resuelven estas.'
        : `${count} más aparecen a medida que se resuelven estas.`,
    showMore: (count) => `Mostrar ${count} más`,
    showFewer: 'Mostrar menos',
    recent: 'Recientes',
    show: 'Mostrar',
    hide: 'Ocultar',
    settled: (how, ago) => `${how}, ${ago}`,
  },
  queue: {
    playNext: 'Mostrar una',
    playNextLabel: 'Mostrar la siguiente y seguir en pausa',
    clear: 'Vaciar',
    clearLabel: 'Vaciar la cola',
    clearTitle: 'Manda todas a la bandeja. No se pierde nada.',
    cleared: (count) => (count === 1 ? '1 apartada, espera aquí' : `${count} apartadas, esperan aquí`),
    putBackLabel: 'Devolver a la cola lo apartado',
  },
  alert: {
    goesNext: 'Sale la siguiente',
    kinds: { payment: null, replay: 'Repetición', test: 'Prueba' },
    masked: 'Con palabras ocultas',
    heldFor: { link: 'Enlace', newDonor: 'Donante nuevo' },
    hidden: (isNameHidden, isAmountHidden) => {
      if (isNameHidden && isAmountHidden) return 'Nombre e importe ocultos';
      return isNameHidden ? 'Nombre oculto' : 'Importe oculto';
    },
    found: (words) => `Encontrado: ${words}`,
    noMessage: 'Sin mensaje',
    onlyClip: 'Un clip sin palabras',
    clipNotPlayed: 'El clip no se reproduce',
    showLess: 'Mostrar menos',
    readAll: 'Leerlo todo',
    readAllShort: 'Leer todo',
    clipOf: (name) => `el clip de ${name}`,
  },
  acts: {
    approve: 'Aprobar',
    approveLabel: (name) => `Aprobar la alerta de ${name}`,
    mask: 'Tapar',
    maskTitle: 'Mostrarla con las palabras encontradas tapadas',
    maskLabel: (name) => `Tapar palabras en la alerta de ${name}`,
    hideText: 'Sin texto',
    hideTextTitle: 'Mostrarla sin nombre ni mensaje',
    hideTextLabel: (name) => `Sin texto: la alerta de ${name}`,
    reject: 'Rechazar',
    rejectTitle: 'No mostrarla nunca. El dinero no se toca.',
    rejectLabel: (name) => `Rechazar la alerta de ${name}`,
    takeOut: 'Sacarla de la cola',
    takeOutLabel: (name) => `Sacar de la cola la alerta de ${name}`,
    play: 'Mostrar',
    playLabel: (name) => `Mostrar la alerta de ${name}`,
    dismiss: 'Descartar',
    dismissLabel: (name) => `Descartar la alerta de ${name}`,
    replayTitle: 'Mostrarla una vez más',
    replayLabel: (name) => `Repetir la alerta de ${name}`,
    undo: 'Deshacer',
    approved: 'Aprobada',
    masked: 'Tapada',
    textHidden: 'Texto oculto',
    queued: 'En cola',
    takenOut: 'Sacada',
    rejected: 'Rechazada',
    dismissed: 'Descartada',
  },
  settled: {
    overlay: 'Mostrada',
    marked: 'Marcada como mostrada',
    skipped: 'Saltada',
    dismissed: 'Descartada',
    rejected: 'Rechazada',
  },
  settledBlocked: 'Bloqueada',
  foot: {
    sound: 'Sonido para alertas nuevas',
    soundHint: 'Dos notas suaves cuando algo espera aprobación. En OBS pueden oírse en tu directo.',
    shortcuts: 'Atajos de teclado',
    shortcutsHint: 'Espacio pausa, N muestra una en pausa, S salta, R repite, M silencia, T prueba.',
    forget: 'Olvidar este enlace aquí',
  },
  notices: {
    nothing: {
      title: 'Aquí nadie ha iniciado sesión',
      text: 'Inicia sesión para controlar tus alertas. Quienes moderan abren el enlace que les dio el streamer. Para tener un dock en OBS, copia su enlace en tu panel.',
    },
    'ended-link': {
      title: 'Este enlace ya no vale',
      text: 'El streamer lo ha anulado, así que ya no se puede ver ni hacer nada con él. Pide uno nuevo.',
    },
    'ended-session': {
      title: 'Tu sesión ha terminado',
      text: 'Inicia sesión de nuevo para controlar tus alertas.',
    },
    signIn: 'Iniciar sesión',
  },
};
