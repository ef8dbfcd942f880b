import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { Wallet } from '#contract/wallet.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { formatDate, shortAddress } from '#web/ui/format.ts';
import { isUnderWay } from './use-wallet.ts';

interface BalanceCardProps {
  wallet: Wallet;
  /** When the balance was read, if it could not be read again. */
  oldSince: string | null;
  onWithdraw: () => void;
}

/** The balance as the chain has it now, where donations go, and the way out. No answer is said, and is never 0. */
export function BalanceCard({ wallet, oldSince, onWithdraw }: BalanceCardProps) {
  const words = texts('wallet').balance;
  const config = useConfig();
  const { balance, address, payoutAddress, onItsWay = 0 } = wallet;
  const isHeld = isUnderWay(wallet.withdrawal);
  const whyNot = isHeld ? words.underWay : balance === 0 ? words.empty : null;
  return (
    <section className="card balance" aria-labelledby="balance">
      <div className="sum">
        <div className="row wrapx" style={{ '--gap': '12px' }}>
          <h2 className="flabel" id="balance">
            {words.label}
          </h2>
          <span className={config.sandbox ? 'pill plain st-transferred' : 'pill plain'}>
            {config.sandbox ? texts('common').sandbox : config.networkLabel}
          </span>
        </div>
        <p className="fig">{balance === null ? words.unknown : <Amount sol={balance} />}</p>
        {/* In one line where there is room: nothing below moves when money arrives. */}
        <div className="row wrapx" style={{ '--gap': '0 12px' }}>
          {balance !== null && oldSince === null && (
            <p className="micro muted row" style={{ '--gap': '6px' }}>
              <span className="dot live" />
              {words.live}
            </p>
          )}
          {balance !== null && oldSince !== null && (
            <p className="micro late" role="status">
              {words.old(formatDate(oldSince))}
            </p>
          )}
          {onItsWay > 0 && payoutAddress === null && (
            <p className="micro muted num">
              {words.onItsWay} <Amount sol={onItsWay} />
            </p>
          )}
        </div>
      </div>
      <div className="way">
        {/* Disabled it would lose the focus, which a withdrawal's dialog gives back to it. */}
        <button
          type="button"
          className="btn primary"
          aria-disabled={whyNot !== null}
          aria-describedby={whyNot === null ? undefined : 'why-no-withdrawal'}
          onClick={() => {
            if (whyNot === null) onWithdraw();
          }}
        >
          <ArrowUpRight className="i s" />
          {words.withdraw}
        </button>
        {whyNot !== null && (
          <p className="hint" id="why-no-withdrawal">
            {whyNot}
          </p>
        )}
      </div>
      {balance === null && (
        <p className="note warn" role="status">
          <TriangleAlert className="i" />
          {words.unknownWhy}
        </p>
      )}
      <div className="field whole">
        <span className="flabel">{words.address}</span>
        <CopyLine value={address} label={words.copy} done={words.copied} wraps />
      </div>
      <Payouts payoutAddress={payoutAddress} />
    </section>
  );
}

function Payouts({ payoutAddress }: { payoutAddress: string | null }) {
  const words = texts('wallet').payout;
  return (
    <div className="payouts small muted">
      {payoutAddress === null ? (
        <p>
          {words.here}{' '}
          <Link className="link" to="/guide/money-and-keys">
            {words.guide}
          </Link>
        </p>
      ) : (
        <p>
          {words.elsewhere} <span className="mono">{shortAddress(payoutAddress)}</span>. {words.elsewhereMore}{' '}
          <Link className="link" to="/app/settings">
            {words.change}
          </Link>
        </p>
      )}
    </div>
  );
}
