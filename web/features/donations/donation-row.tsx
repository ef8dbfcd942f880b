import { memo } from 'react';
import type { ListedDonation } from '#contract/donation.ts';
import { amountText, SumAmount } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ClipPlayer } from '#web/ui/clip-player.tsx';
import { FiatThen } from '#web/ui/fiat.tsx';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { AlertPill } from './alert-pill.tsx';
import { AllowAgain } from './allow-again.tsx';
import { type Asked, rowIdOf } from './asked-about.tsx';
import { BlockThisDonor, NeverShow } from './asking-acts.tsx';
import { ApprovalActs, UndoRejection } from './approval-acts.tsx';
import { BlockedFor, BlockPill } from './block-pill.tsx';
import {
  alertNote,
  blockWords,
  canBeBlocked,
  canBeMarkedShown,
  hasDonorToBlock,
  playingOf,
  waitingOf,
} from './donation-list.ts';
import { DonationMessage } from './donation-message.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { HiddenNote } from './hidden-note.tsx';
import { MarkShown } from './mark-shown.tsx';
import { PlayDonation } from './play-donation.tsx';
import { useRejections } from './rejections.ts';

interface DonationRowProps {
  donation: ListedDonation;
  /** Opens what happened to it, or asks before something is done with it. */
  onAsk: (asked: Asked) => void;
}

/**
 * One donation. Names stay at the left beside the avatar; messages take their own direction. Written anew only with the
 * donation: a choice or a letter is asked for before twenty rows are, which stay as they were.
 */
export const DonationRow = memo(function DonationRow({ donation, onAsk }: DonationRowProps) {
  const words = texts('donations');
  const isHeld = waitingOf(donation)?.waitsFor === 'approval';
  const row = useHandOnFocus<HTMLLIElement>('.list');
  return (
    <li ref={row} id={rowIdOf(donation)} className={lookOf(donation, isHeld)} tabIndex={-1}>
      <Avatar name={donorNameOf(donation)} />
      <div className="nm">
        <button
          type="button"
          className={donation.textsRemoved ? 'clip faint' : isHeld ? 'clip whole' : 'clip'}
          dir="auto"
          title={words.history.open}
          aria-label={words.history.openFor(donorNameOf(donation))}
          aria-haspopup="dialog"
          onClick={() => onAsk({ what: 'history', donation })}
        >
          {donorNameOf(donation)}
        </button>
        <div className="micro faint num">
          {formatDate(donation.createdAt)}
          {donation.late && `, ${words.paidLate}`}
        </div>
        <HiddenNote donation={donation} />
      </div>
      <div className="sm">
        <SumAmount sum={donation} />
        {donation.token !== undefined && donation.amount > 0 && (
          <div className="micro faint num">{words.solBeside(amountText(donation.amount))}</div>
        )}
        <FiatThen fiat={donation.fiat} />
      </div>
      {donation.textsRemoved ? (
        <p className="ms faint">{texts('common').removed.message}</p>
      ) : (
        <DonationMessage message={donation.message} isWhole={isHeld} />
      )}
      {donation.mediaUrl !== null && (
        <div className="au">
          <ClipPlayer
            url={donation.mediaUrl}
            durationSeconds={donation.mediaDuration}
            label={words.clipOf(donation.donatorName)}
          />
        </div>
      )}
      <DonationEnd donation={donation} onAsk={onAsk} />
    </li>
  );
});

/** A row whose acts are others by what became of it is another one for a hand that presses twice (`useSteadyPresses`). */
function lookOf({ mediaUrl, isShown }: ListedDonation, isHeld: boolean): string {
  const looks = { 'has-clip': mediaUrl !== null, 'is-held': isHeld, 'is-shown': isShown };
  return Object.entries(looks)
    .flatMap(([look, has]) => (has ? look : []))
    .join(' ');
}

/** Its status, what of its alert is to be said, and what can be done; while a rejection can be taken back, that alone. */
function DonationEnd({ donation, onAsk }: DonationRowProps) {
  const { stateOf } = useRejections();
  const waiting = waitingOf(donation);
  const rejected = waiting && stateOf(waiting.alertId);
  const note = rejected === null ? alertNote(donation) : 'rejected';
  return (
    <div className="end">
      <div className="sb">
        {blockWords(donation) !== 'only' && <StatusPill status={donation.status} />}
        {note !== null && <AlertPill note={note} />}
        {rejected === null && waiting?.isMasked === true && <MaskedPill waiting={waiting} />}
        <BlockPill donation={donation} />
        <BlockedFor donation={donation} />
      </div>
      <div className="ac">
        {rejected === null ? (
          <Acts donation={donation} onAsk={onAsk} />
        ) : (
          rejected === 'undoable' &&
          waiting !== null && <UndoRejection alertId={waiting.alertId} donatorName={donation.donatorName} />
        )}
      </div>
    </div>
  );
}

/** Says that what waits is shown without what stands in the row. */
function MaskedPill({ waiting }: { waiting: NonNullable<ListedDonation['waiting']> }) {
  const { alert, acts } = texts('desk');
  return <span className="pill">{waiting.hasFoundWords === true ? alert.masked : acts.textHidden}</span>;
}

function Acts({ donation, onAsk }: DonationRowProps) {
  const waiting = waitingOf(donation);
  // While it is held, 'Reject' keeps it off the stream.
  const isHeld = waiting?.waitsFor === 'approval';
  const playing = playingOf(donation);
  const ask = (what: Asked['what']) => () => onAsk({ what, donation });
  return (
    <>
      {isHeld && (
        <ApprovalActs
          alertId={waiting.alertId}
          donatorName={donation.donatorName}
          hasFoundWords={waiting.hasFoundWords === true}
          isMasked={waiting.isMasked === true}
        />
      )}
      {playing !== null && <PlayDonation donation={donation} as={playing} />}
      {canBeMarkedShown(donation) && (
        <MarkShown id={donation.id} {...(isHeld && { onAsk: ask('markShown') })} />
      )}
      {!isHeld && canBeBlocked(donation) && <NeverShow donation={donation} onAsk={ask('neverShow')} />}
      {hasDonorToBlock(donation) && <BlockThisDonor donation={donation} onAsk={ask('blockDonor')} />}
      {donation.isBlocked && <AllowAgain donation={donation} onAsk={ask('unblock')} />}
    </>
  );
}
