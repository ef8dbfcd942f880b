import type { User } from '#contract/account.ts';
import { texts } from '#web/texts/texts.ts';
import { LanguageChoice } from './language-choice.tsx';

/** Username, network and the language of the pages. */
export function AccountInformation({ user }: { user: User }) {
  const words = texts('settings').account;
  return (
    <section className="card stack" aria-labelledby="account">
      <h2 className="h2" id="account">
        {words.heading}
      </h2>
      <dl className="facts">
        <div>
          <dt>{words.username}</dt>
          <dd>{user.username}</dd>
        </div>
        <div>
          <dt>{words.network}</dt>
          <dd>{words.networkName}</dd>
        </div>
      </dl>
      <LanguageChoice />
    </section>
  );
}
