const steps = [
  {
    number: '1',
    title: 'Create Account',
    text: 'Choose a username and a password. A Solana wallet is generated for you automatically.',
  },
  {
    number: '2',
    title: 'Share Link',
    text: 'Put your donation link in your panels and chat. Donors need no account.',
  },
  {
    number: '3',
    title: 'Add to OBS',
    text: 'Paste the widget URL as a browser source. New donations appear automatically.',
  },
];

/** The three steps of the landing page. */
export function HowItWorks() {
  return (
    <section className="band wrap" aria-labelledby="how">
      <h2 className="title" id="how">
        How it works
      </h2>
      <ol className="how">
        {steps.map(({ number, title, text }) => (
          <li key={number}>
            <span className="n">
              <i>0</i>
              {number}
            </span>
            <h3 className="h2">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
