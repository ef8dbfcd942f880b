import type { Language } from './language.ts';

/**
 * What a page says that cannot be shown. In the first script in every language, because what could not be loaded may be the
 * texts.
 */
export const brokenPage = {
  en: {
    title: 'Something went wrong',
    text: 'Nothing was lost on the server. Check your connection and try again; after an update of Brava, reload the page.',
    retry: 'Try again',
    reload: 'Reload',
    home: 'Back to home',
  },
  es: {
    title: 'Algo ha fallado',
    text: 'En el servidor no se ha perdido nada. Comprueba tu conexión y reintenta; después de una actualización de Brava, recarga la página.',
    retry: 'Reintentar',
    reload: 'Recargar',
    home: 'Volver al inicio',
  },
} as const satisfies Record<Language, Record<'title' | 'text' | 'retry' | 'reload' | 'home', string>>;
