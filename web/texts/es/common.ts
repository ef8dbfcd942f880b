import type { texts as english } from '#web/texts/en/common.ts';
import { refusal } from './refusals.ts';

/** Spanish: what every page needs. */
export const texts: typeof english = {
  refusal,
  noAnswer: {
    offline: 'No se puede contactar con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
    timeout: 'El servidor ha tardado demasiado en responder. Inténtalo de nuevo.',
    unreadable: 'El servidor ha enviado una respuesta que esta página no entiende. Recarga la página.',
  },
  statuses: {
    PENDING: 'Pendiente',
    RECEIVED: 'Recibida',
    SHOWN: 'Mostrada',
    TRANSFERRED: 'Transferida',
    FAILED: 'Fallida',
    EXPIRED: 'Caducada',
  },
  justNow: 'ahora mismo',
  fiat: {
    priceOf: (time) => `precio de ${time}`,
    whenPaid: (price) => `Lo que valía cuando se pagó, a ${price} por 1 SOL`,
  },
  unsaved: 'Cambios sin guardar.',
  copied: '¡Copiado al portapapeles!',
  copyFailed: 'No se pudo copiar al portapapeles',
  loading: 'Cargando',
  legal: { label: 'Legal', privacy: 'Privacidad', terms: 'Términos' },
  removed: { name: 'Nombre quitado', message: 'Mensaje quitado' },
  section: { notLoaded: 'Esta parte no se pudo cargar.', retry: 'Reintentar' },
  skip: 'Saltar al contenido',
  languageLabel: 'Idioma',
  optional: '(opcional)',
  password: {
    show: (label) => `Mostrar ${label.toLowerCase()}`,
    hide: (label) => `Ocultar ${label.toLowerCase()}`,
  },
  clip: {
    play: (what) => `Reproducir ${what}`,
    pause: (what) => `Pausar ${what}`,
    failed: 'No se pudo reproducir el audio',
    deleted: 'Este clip se ha eliminado.',
    seconds: (seconds) => `${seconds} s`,
  },
  sandbox: 'Pruebas',
  lamp: {
    on: 'Al aire',
    holding: 'En espera',
    paused: 'En pausa',
    none: 'Sin overlay',
    unknown: 'Aún no se sabe',
  },
  widgetLink: {
    button: 'Reemplazar el enlace del widget',
    question: '¿Reemplazar el enlace del widget?',
    whatStops:
      'El enlace antiguo deja de funcionar al instante. Los overlays que lo usan no muestran más alertas hasta que pegues el nuevo en OBS.',
    whatStays: 'Mientras tanto, las alertas esperan. Tu enlace de donación sigue igual.',
    keep: 'Conservar el enlace',
    replace: 'Reemplazar el enlace',
    replacing: 'Reemplazando...',
    replaced: 'Enlace del widget reemplazado',
    failed: 'No se pudo reemplazar el enlace del widget. Inténtalo de nuevo.',
  },
  shell: {
    menu: 'Menú',
    openMenu: 'Abrir menú',
    closeMenu: 'Cerrar menú',
    main: 'Principal',
    dashboard: 'Panel',
    donations: 'Donaciones',
    wallet: 'Billetera',
    widgets: 'Widgets',
    settings: 'Ajustes',
    operator: 'Operación',
    signOut: 'Cerrar sesión',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'En esta dirección no hay nada.',
    home: 'Volver al inicio',
  },
};
