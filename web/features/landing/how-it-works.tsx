import { texts } from '#web/texts/texts.ts';

/** The three steps of the landing page. */
export function HowItWorks() {
  const words = texts('landing').how;
  const steps = [
    { title: words.create, text: words.createText },
    { title: words.share, text: words.shareText },
    { title: words.add, text: words.addText },
  ];
  return (
    <section className="band wrap" aria-labelledby="how">
      <h2 className="title" id="how">
        {words.heading}
      </h2>
      <ol className="how">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="n">
              <i>0</i>
              {String(index + 1)}
            </span>
            <h3 className="h2">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
