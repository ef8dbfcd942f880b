import type { texts as english } from '#web/texts/en/donations.ts';

/** Spanish: the donations list. */
export const texts: typeof english = {
  title: 'Donaciones',
  total: (count, written) => (count === 1 ? '1 donación en total' : `${written} donaciones en total`),
  loading: 'Cargando donaciones...',
  loadFailed: 'No se pudieron cargar las donaciones',
  tryAgain: 'Reintentar',
  refresh: 'Actualizar',
  all: 'Todas',
  search: { label: 'Buscar donaciones', placeholder: 'Buscar donaciones...' },
  status: { label: 'Estado', all: 'Todas' },
  perPage: { label: 'Por página', size: (size) => `${size} por página` },
  showing: (from, to, found) => `Mostrando ${from}–${to} de ${found} donaciones`,
  filteredFrom: (total) => `Filtradas de un total de ${total}`,
  empty: {
    none: 'Todavía no has recibido ninguna donación.',
    filtered: 'Ninguna donación coincide con tus filtros.',
    page: 'No hay donaciones en esta página.',
  },
  clearFilters: 'Quitar filtros',
  pages: { label: 'Páginas', previous: 'Página anterior', next: 'Página siguiente' },
  paidLate: 'pagada tarde',
  solBeside: (amount) => `y ${amount}`,
  clipOf: (name) => `el clip de ${name}`,
  message: { less: 'Mostrar menos', more: 'Leer el mensaje completo' },
  markShown: {
    act: 'Marcar como mostrada',
    done: 'Donación marcada como mostrada',
    failed: 'No se pudo marcar la donación como mostrada',
  },
  play: {
    act: 'Mostrar',
    actFor: (name) => `Mostrar la donación de ${name}`,
    done: 'Se muestra a continuación',
    waits: 'Espera a tu overlay',
    held: 'Espera hasta que reanudes',
    failed: 'No se pudo mostrar. Inténtalo de nuevo.',
  },
  block: {
    pill: 'Bloqueada',
    byEntry: {
      wallet: (value) => `por la billetera ${value}`,
      name: (value) => `por el nombre «${value}»`,
      word: (value) => `por la palabra «${value}»`,
    },
    pillAfterShown: 'No se repetirá',
    act: 'No mostrar nunca',
    actFor: (name) => `No mostrar nunca la donación de ${name}`,
    question: '¿No mostrar nunca esta donación?',
    explained:
      'Su nombre, su mensaje y su clip no saldrán en tu directo, aunque se pague más tarde. El dinero no se toca.',
    keep: 'Dejarla como está',
    confirm: 'No mostrarla nunca',
    done: 'No se mostrará nunca',
    failed: 'No se pudo guardar. Inténtalo de nuevo.',
  },
  allow: {
    act: 'Volver a permitir',
    actFor: (name) => `Volver a permitir: la donación de ${name}`,
    done: 'Se puede volver a mostrar',
    doneReplay: 'Se puede volver a mostrar: repítela desde el panel',
  },
  unblock: {
    act: 'Desbloquear',
    actFor: (name) => `Desbloquear la donación de ${name}`,
    question: '¿Desbloquear esta donación?',
    explained: (what) =>
      `La bloqueó ${what}. Las próximas se seguirán bloqueando mientras eso esté en Ajustes.`,
    keep: 'Cancelar',
    confirm: 'Desbloquear',
    confirmShow: 'Desbloquear y mostrar',
    doneShow: 'Desbloqueada: se muestra a continuación',
  },
  csv: {
    act: 'Descargar CSV',
    busy: 'Descargando...',
    progress: (read, total) => `Descargando ${read} de ${total} donaciones...`,
    done: 'Donaciones descargadas',
    failed: 'No se pudieron descargar las donaciones',
  },
  hiddenOnStream: (isNameHidden, isAmountHidden) => {
    if (isNameHidden && isAmountHidden) return 'Nombre e importe ocultos en el directo';
    return isNameHidden ? 'Nombre oculto en el directo' : 'Importe oculto en el directo';
  },
};
