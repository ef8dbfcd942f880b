import { chooseLanguage, language, type Language, languages } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';

interface LanguageChoiceProps {
  /** Called before the page is loaded again, when what was typed would be lost. */
  onLeave?: () => void;
}

/** Every language by its own name. Choosing one keeps it for a year and loads the page again in it. */
export function LanguageChoice({ onLeave }: LanguageChoiceProps) {
  return (
    <div className="seg" role="group" aria-label={texts('common').languageLabel}>
      {Object.entries(languages).map(([tag, name]) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          aria-pressed={tag === language()}
          onClick={() => {
            onLeave?.();
            chooseLanguage(tag as Language);
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
