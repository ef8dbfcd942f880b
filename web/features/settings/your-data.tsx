import { DownloadAccount } from './download-account.tsx';
import { TextRetention } from './text-retention.tsx';
import { texts } from '#web/texts/texts.ts';

/** How long donors' texts stay, and everything as a file. */
export function YourData() {
  const words = texts('settings').data;
  return (
    <section className="card stack" aria-labelledby="data">
      <h2 className="h2" id="data">
        {words.heading}
      </h2>
      <TextRetention />
      <hr />
      <DownloadAccount />
    </section>
  );
}
