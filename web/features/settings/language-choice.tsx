import { keepDraftsOverReload } from '#web/lib/use-unsaved.ts';
import { chooseLanguage, type Language, language, languages } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

/** The language of this browser's pages. The page is loaded anew; what was typed and not saved comes back. */
export function LanguageChoice() {
  const words = texts('settings').account;
  return (
    <div className="short">
      <Field label={words.language} hint={words.languageHint}>
        {(attributes) => (
          <Select
            {...attributes}
            value={language()}
            onChange={(event) => reloadIn(event.currentTarget.value as Language)}
          >
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function reloadIn(chosen: Language): void {
  keepDraftsOverReload();
  chooseLanguage(chosen);
}
