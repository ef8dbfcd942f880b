import { chooseLanguage, language, type Language, languages } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';

/** Every language by its own name. Choosing one keeps it for a year and loads the page again in it. */
export function LanguageChoice() {
  return (
    <div className="seg" role="group" aria-label={texts('common').languageLabel}>
      {Object.entries(languages).map(([tag, name]) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          aria-pressed={tag === language()}
          onClick={() => chooseLanguage(tag as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
