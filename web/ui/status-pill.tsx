import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import Download from 'lucide-react/icons/download';
import Monitor from 'lucide-react/icons/monitor';
import TimerOff from 'lucide-react/icons/timer-off';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import type { DonationStatus } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';

const icons = {
  PENDING: Clock,
  RECEIVED: Check,
  SHOWN: Monitor,
  TRANSFERRED: Download,
  FAILED: X,
  EXPIRED: TimerOff,
} as const satisfies Record<DonationStatus, unknown>;

/** A status as colour, icon and word. `children` replaces the status's own label. */
export function StatusPill({ status, children }: { status: DonationStatus; children?: ReactNode }) {
  const Icon = icons[status];
  return (
    <span className={`pill st-${status.toLowerCase()}`}>
      <Icon className="i" />
      {children ?? texts('common').statuses[status]}
    </span>
  );
}
