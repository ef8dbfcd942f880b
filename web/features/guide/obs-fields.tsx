import { texts } from '#web/texts/texts.ts';

/** The fields of a browser source in OBS, drawn, with what belongs in them. */
export function ObsFields() {
  const { caption, title, url, width, height, audio, shutdown, refresh, yes } = texts('guide').obsFields;
  const fields = [
    [url, 'https://…/widget/…'],
    [width, '400'],
    [height, '600'],
  ] as const;
  return (
    <figure className="guide-dialog">
      <p className="small muted">{title}</p>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
        {[audio, shutdown, refresh].map((name) => (
          <div className="ticked" key={name}>
            <dt>{name}</dt>
            <dd>{yes}</dd>
          </div>
        ))}
      </dl>
      <figcaption className="small muted">{caption}</figcaption>
    </figure>
  );
}
