import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { ClipPlayer } from '#web/ui/clip-player.tsx';
import { AlertHead } from './alert-head.tsx';
import { AlertMessage } from './alert-message.tsx';
import { BlockAlertDonor } from './block-alert-donor.tsx';
import { DecidedActs, useDecided } from './decided.tsx';
import { useDesk } from './desk-provider.tsx';
import { MaskButton, maskOutcome } from './mask-button.tsx';

/** An alert that waits for a yes: message, clip, approve, mask or reject. */
export function ApproveRow({ alert }: { alert: DeskAlert }) {
  const decided = useDecided(alert, 'toApprove');
  const reasons = texts('desk').alert.heldFor;
  // What else it may be held for is seen: every alert is, or the words, the clip, the length.
  const tags = (alert.heldFor ?? []).flatMap((why) =>
    why === 'link' || why === 'newDonor' ? reasons[why] : [],
  );
  return (
    <li className={decided === null ? 'qi hold' : 'qi hold decided'}>
      <AlertHead alert={alert} tags={tags}>
        <BlockAlertDonor alert={alert} />
      </AlertHead>
      <AlertMessage alert={alert} />
      <AlertClip alert={alert} />
      {decided === null ? (
        <ApproveActs alert={alert} />
      ) : (
        <DecidedActs {...decided} donatorName={alert.donatorName} className="below" />
      )}
    </li>
  );
}

function ApproveActs({ alert }: { alert: DeskAlert }) {
  const { actions, decisions, keep } = useDesk();
  const words = texts('desk').acts;
  const hasFoundWords = alert.foundWords.length > 0;
  return (
    <div className="mod acts">
      <button
        type="button"
        className="btn small primary"
        onClick={() => keep(alert, 'toApprove', words.approved, actions.approve(alert))}
        aria-label={words.approveLabel(alert.donatorName)}
      >
        <Check className="i s" />
        {words.approve}
      </button>
      {/* What the lists have masked is shown masked by approving it. */}
      {!alert.isMasked && (
        <MaskButton
          donatorName={alert.donatorName}
          hasFoundWords={hasFoundWords}
          onMask={() => keep(alert, 'toApprove', maskOutcome(hasFoundWords), actions.approve(alert, true))}
        />
      )}
      <button
        type="button"
        className="btn small danger-quiet"
        title={words.rejectTitle}
        aria-label={words.rejectLabel(alert.donatorName)}
        onClick={() => decisions.decide(alert.id, 'reject')}
      >
        {words.reject}
      </button>
    </div>
  );
}

/** An alert in the queue. Taking it out is sent at once: it may be on stream in seconds, and replay brings it back. */
export function NextRow({ alert }: { alert: DeskAlert }) {
  const decided = useDecided(alert, 'next');
  return (
    <li className={decided === null ? 'qi' : 'qi decided'}>
      <AlertHead alert={alert}>
        {decided === null ? (
          <NextActs alert={alert} />
        ) : (
          <DecidedActs {...decided} donatorName={alert.donatorName} />
        )}
      </AlertHead>
      {alert.message !== '' && <AlertMessage alert={alert} />}
      <AlertClip alert={alert} />
    </li>
  );
}

function NextActs({ alert }: { alert: DeskAlert }) {
  const { actions, keep } = useDesk();
  const words = texts('desk').acts;
  return (
    <span className="row acts" style={{ '--gap': '2px' }}>
      <BlockAlertDonor alert={alert} />
      <button
        type="button"
        className="btn small quiet icon"
        title={words.takeOut}
        aria-label={words.takeOutLabel(alert.donatorName)}
        onClick={() => keep(alert, 'next', words.takenOut, actions.takeAway(alert.id, 'dismiss'))}
      >
        <X className="i s" />
      </button>
    </span>
  );
}

/** An alert that plays only when somebody says so. */
export function TrayRow({ alert }: { alert: DeskAlert }) {
  const decided = useDecided(alert, 'tray');
  return (
    <li className={decided === null ? 'qi' : 'qi decided'}>
      <AlertHead alert={alert}>
        {decided === null ? (
          <TrayActs alert={alert} />
        ) : (
          <DecidedActs {...decided} donatorName={alert.donatorName} />
        )}
      </AlertHead>
      {alert.message !== '' && <AlertMessage alert={alert} />}
      <AlertClip alert={alert} />
    </li>
  );
}

function TrayActs({ alert }: { alert: DeskAlert }) {
  const { actions, decisions, keep } = useDesk();
  const words = texts('desk').acts;
  return (
    <span className="row acts" style={{ '--gap': '2px' }}>
      <button
        type="button"
        className="btn small secondary"
        aria-label={words.playLabel(alert.donatorName)}
        onClick={() => keep(alert, 'tray', words.queued, actions.play(alert.id))}
      >
        {words.play}
      </button>
      <BlockAlertDonor alert={alert} />
      <button
        type="button"
        className="btn small quiet icon"
        title={words.dismiss}
        aria-label={words.dismissLabel(alert.donatorName)}
        onClick={() => decisions.decide(alert.id, 'dismiss')}
      >
        <X className="i s" />
      </button>
    </span>
  );
}

function AlertClip({ alert }: { alert: DeskAlert }) {
  const words = texts('desk').alert;
  if (alert.mediaUrl === null) return null;
  return (
    <>
      <ClipPlayer
        url={alert.mediaUrl}
        durationSeconds={alert.mediaDuration}
        label={words.clipOf(alert.donatorName)}
      />
      {alert.isMasked && <p className="micro faint">{words.clipNotPlayed}</p>}
    </>
  );
}
