import type { texts as english } from '#web/texts/en/donations.ts';

/** Spanish: the donations list. */
export const texts: typeof english = {
  title: 'Donaciones',
  total: (count, written) => (count === 1 ? '1 donación en total' : `${written} donaciones en total`),
  loading: 'Cargando donaciones...',
  loadFailed: 'No se pudieron cargar las donaciones',
  tryAgain: 'Intentar de nuevo',
  refresh: 'Actualizar',
  all: 'Todas',
  search: { label: 'Buscar donaciones', placeholder: 'Buscar donaciones...' },
  status: { label: 'Estado', all: 'Estado: todos' },
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
  clipOf: (name) => `el clip de ${name}`,
  message: { less: 'Mostrar menos', more: 'Leer el mensaje completo' },
  markShown: {
    act: 'Marcar como mostrada',
    done: 'Donación marcada como mostrada',
    failed: 'No se pudo marcar la donación como mostrada',
  },
  block: {
    pill: 'Bloqueada',
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
  csv: {
    act: 'Descargar CSV',
    busy: 'Descargando...',
    progress: (read, total) => `Descargando ${read} de ${total} donaciones...`,
    done: 'Donaciones descargadas',
    failed: 'No se pudieron descargar las donaciones',
  },
};
