import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { InFours } from '#web/ui/in-fours.tsx';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { CheckAgain } from './check-again.tsx';
import { DonateLayout } from './donate-layout.tsx';
import { DonationBeforeLink } from './donation-before-link.tsx';
import { leastToSend, moneyWords } from './money-words.ts';
import { ConnectionNote, SolBeside } from './payment-notes.tsx';
import { WordsAgainLink } from './words-again-link.tsx';

const murmur = ['8px', '5px', '9px', '6px', '5px', '8px', '6px', '5px', '8px'];

/** 'Donation Expired'. The address stays watched, so a late payment can still be found from here. */
export function ExpiredStep({ donation, isChainAway }: { donation: PublicDonation; isChainAway: boolean }) {
  const { expired, payment } = texts('donation');
  const money = moneyWords(donation);
  const least = leastToSend(donation);
  const { networkLabel, sandbox } = useConfig();
  // A wallet says 'sent' whatever network it is set to. On a sandbox no wallet is meant, and tokens are not looked for.
  const mayBeElsewhere = !sandbox && donation.token === undefined && !hasCome(donation);
  useTitle(expired.title);
  return (
    <DonateLayout shape="center">
      <section className="result off">
        <Levels heights={murmur} />
        <h1 className="title">{expired.title}</h1>
        {isChainAway ? (
          <ConnectionNote isChainAway />
        ) : (
          <p className="lead" role="status">
            {expired.text}
          </p>
        )}
        <WordsAgainLink donation={donation} className={`btn big ${isChainAway ? 'outline' : 'primary'}`}>
          {expired.create}
        </WordsAgainLink>
      </section>
      <section className="panel stack" style={{ '--gap': '16px' }}>
        <h2 className="h3">{expired.paidTitle}</h2>
        <p className="muted">{expired.watched(donation.streamerName)}</p>
        {networkLabel !== null && mayBeElsewhere && (
          <p className="muted">{expired.elsewhere(networkLabel)}</p>
        )}
        {hasCome(donation) && (
          <p className="muted">
            {expired.part(money.came, money.missing, money.minimum)}
            {least !== null && ` ${expired.emptied(least)}`}
          </p>
        )}
        <SolBeside donation={donation} />
        <CopyLine
          value={donation.walletAddress}
          shown={<InFours text={donation.walletAddress} />}
          label={payment.copyWalletAddress}
          done={payment.walletAddressCopied}
          wraps
        />
        <CheckAgain donationId={donation.id} />
        <DonationBeforeLink />
      </section>
    </DonateLayout>
  );
}
