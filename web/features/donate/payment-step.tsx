import Clock from 'lucide-react/icons/clock';
import Music from 'lucide-react/icons/music';
import { paymentUri, type PublicDonation } from '#contract/donation.ts';
import { solToLamports } from '#contract/lamports.ts';
import { Amount, amountText } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { announcement, countdownText, isLow, secondsLeft } from './countdown.ts';
import { DonateLayout } from './donate-layout.tsx';
import { type DonationPhase, pillText } from './donation-phase.ts';
import { DonationWords } from './donation-words.tsx';
import { Meter } from './meter.tsx';
import { PayActions } from './pay-actions.tsx';
import { QrCode } from './qr-code.tsx';
import { TrustNotes } from './trust-notes.tsx';

interface PaymentStepProps {
  donation: PublicDonation;
  phase: DonationPhase;
  nowMs: number;
  checking: boolean;
}

/** 'Donation Created!': everything that is needed to pay (spec §2, payment step). */
export function PaymentStep({ donation, phase, nowMs, checking }: PaymentStepProps) {
  useTitle('Donation Created!');
  const asked = donation.amount > 0 ? donation.missingAmount : donation.minAmount;
  const uri = paymentUri(donation.walletAddress, solToLamports(asked));
  return (
    <DonateLayout shape="tight">
      <div className="aside narrowed">
        <div className="stack" style={{ '--gap': '12px' }}>
          <p className="h2">Support {donation.streamerName}</p>
          <p className="lead">Send a Solana donation with optional custom audio</p>
        </div>
        <DonationWords donation={donation} />
        <TrustNotes streamerName={donation.streamerName} />
      </div>
      <section className="panel stack" style={{ '--gap': '20px' }} aria-labelledby="created">
        <div className="payhead">
          <h1 className="h2" id="created">
            Donation Created!
          </h1>
          <Countdown seconds={secondsLeft(donation.expiresAt, nowMs)} />
        </div>
        <div className="stack" style={{ '--gap': '14px' }}>
          <Meter donation={donation} />
          <StatusLine donation={donation} phase={phase} checking={checking} />
          {donation.amount > 0 && <PartNote donation={donation} />}
        </div>
        <div className="pay">
          <figure className="scan">
            <QrCode text={uri} />
            <figcaption className="small muted">Scan with your Solana wallet</figcaption>
          </figure>
          <div className="paying">
            {donation.hasAudio && (
              <span className="pill">
                <Music className="i" />
                Custom Audio
              </span>
            )}
            <div>
              <p className="label">Minimum amount</p>
              <Amount sol={donation.minAmount} />
            </div>
            <PayActions donation={donation} uri={uri} />
          </div>
        </div>
        <div className="stack" style={{ '--gap': '8px' }}>
          <span className="flabel">Wallet Address</span>
          <CopyLine
            value={donation.walletAddress}
            label="Copy wallet address"
            done="Wallet address copied!"
            wraps
          />
        </div>
        <div className="note warn">
          <Clock className="i" />
          <p>
            <b>This address is valid only 10 minutes.</b> The donation appears on the stream once confirmed.
          </p>
        </div>
      </section>
      <TrustNotes streamerName={donation.streamerName} below />
    </DonateLayout>
  );
}

function Countdown({ seconds }: { seconds: number }) {
  return (
    <>
      <span className={isLow(seconds) ? 'countdown low' : 'countdown'} role="timer">
        {countdownText(seconds)}
      </span>
      <span className="sr" aria-live="polite">
        {announcement(seconds)}
      </span>
    </>
  );
}

function StatusLine({ donation, phase, checking }: Omit<PaymentStepProps, 'nowMs'>) {
  return (
    <div className="status">
      <span role="status">
        <StatusPill status={donation.status}>{pillText(phase, amountText(donation.amount))}</StatusPill>
      </span>
      {checking && (
        <span className="small muted row" style={{ '--gap': '8px' }}>
          <span className="spin" />
          Checking...
        </span>
      )}
    </div>
  );
}

/** Part of the minimum has come: how much, and what is missing (decisions, 'Underpayment'). */
function PartNote({ donation }: { donation: PublicDonation }) {
  return (
    <div className="note warn" role="status">
      <Clock className="i" />
      <p>
        <b>{amountText(donation.amount)} arrived.</b> {amountText(donation.missingAmount)} is still missing to
        reach the minimum. The code and the wallet button now ask for the missing part.
      </p>
    </div>
  );
}
