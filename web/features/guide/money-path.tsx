import { texts } from '#web/texts/texts.ts';

/** The three places where a donation lies, one after the other. */
export function MoneyPath() {
  const { label, stations } = texts('guide').moneyPath;
  return (
    <figure className="guide-path">
      <ol aria-label={label}>
        {Object.entries(stations).map(([key, { name, text }]) => (
          <li key={key}>
            <b>{name}</b>
            <span className="small muted">{text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
