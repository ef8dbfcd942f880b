import { fillTemplate, templateFault } from '#contract/post-template.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';

/** What posts will look like: one with everything, and one whose donor hides what can be hidden and wrote nothing. */
export function PostPreview({ template }: { template: string }) {
  const words = texts('posts').preview;
  const currency = useConfig().fiatCurrency;
  const link = `${location.origin}/donate/…`;
  const full = {
    name: 'Ana',
    amount: '0.250000 SOL',
    fiat: currency === null ? '' : `37.80 ${currency}`,
    message: words.message,
    link,
  };
  const hidden = { name: 'Anonymous', amount: '', fiat: '', message: '', link };
  const isReadable = templateFault(template) === null;
  return (
    <div className="post-preview" role="group" aria-label={words.label}>
      <span className="flabel">{words.label}</span>
      {isReadable ? (
        <>
          <p className="bubble">{fillTemplate(template, full)}</p>
          <p className="hint">{words.hidden}</p>
          <p className="bubble">{fillTemplate(template, hidden)}</p>
        </>
      ) : (
        <p className="hint">{words.unreadable}</p>
      )}
    </div>
  );
}
