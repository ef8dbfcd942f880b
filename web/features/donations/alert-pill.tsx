import Ban from 'lucide-react/icons/ban';
import Hand from 'lucide-react/icons/hand';
import Inbox from 'lucide-react/icons/inbox';
import SkipForward from 'lucide-react/icons/skip-forward';
import { texts } from '#web/texts/texts.ts';
import type { AlertNote } from './donation-list.ts';

const icons = {
  approval: Hand,
  play: Inbox,
  rejected: Ban,
  dismissed: Ban,
  skipped: SkipForward,
} as const satisfies Record<AlertNote, unknown>;

/** Says beside the status what the alert of a donation waits for, or that it ended without having been shown to its end. */
export function AlertPill({ note }: { note: AlertNote }) {
  const Icon = icons[note];
  const waits = note === 'approval' || note === 'play';
  return (
    <span className={waits ? 'pill st-pending' : 'pill'}>
      <Icon className="i" />
      {texts('donations').alertNotes[note]}
    </span>
  );
}
