import type { Language } from './language.ts';

/** What a page says that cannot be shown. In the first script in every language, because what could not be loaded may be the texts. */
export const brokenPage = {
  en: {
    title: 'Something went wrong',
    text: 'Nothing was lost on the server. Reload the page; after an update of Brava that is all it needs.',
    reload: 'Reload',
    home: 'Back to home',
  },
  es: {
    title: 'Algo ha fallado',
    text: 'En el servidor no se ha perdido nada. Recarga la página; después de una actualización de Brava no hace falta más.',
    reload: 'Recargar',
    home: 'Volver al inicio',
  },
} as const satisfies Record<Language, Record<'title' | 'text' | 'reload' | 'home', string>>;
