import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SecondFactor } from '#contract/second-factor-routes.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';

/** So few recovery codes are a reason to make new ones. */
const few = 3;

/** Since when it is on and how many recovery codes are left; nothing while it is off. */
export function TwoStepState({ factor: { since, recoveryCodesLeft } }: { factor: SecondFactor }) {
  const words = texts('settings').twoStep;
  if (since === null) return null;
  const isShort = recoveryCodesLeft < few;
  const Icon = isShort ? TriangleAlert : ShieldCheck;
  return (
    <div className={`note ${isShort ? 'warn' : 'good'}`}>
      <Icon className="i" aria-hidden="true" />
      <p>
        <b>{words.on(formatDate(since))}</b> {words.left(recoveryCodesLeft)} {isShort && words.few}
      </p>
    </div>
  );
}
