import { texts } from '#web/texts/texts.ts';

/** What every address grows from. */
export function KeyTree() {
  const { seed, seedNote, wallet, walletNote, address, addressNote } = texts('guide').keyTree;
  return (
    <figure className="guide-tree">
      <p>
        <b>{seed}</b>
        <span className="small muted">{seedNote}</span>
      </p>
      <ul>
        <li>
          <b>{wallet}</b>
          <code>m/44'/501'/7'/0'/0'</code>
          <span className="small muted">{walletNote}</span>
        </li>
        <li>
          <b>{address}</b>
          <code>m/44'/501'/7'/0'/n'</code>
          <span className="small muted">{addressNote}</span>
        </li>
      </ul>
    </figure>
  );
}
