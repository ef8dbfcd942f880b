import './stream-widgets.css';
import { formatSol, lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import type { WidgetState } from '#contract/widgets.ts';
import { texts } from '#web/texts/texts.ts';
import { written } from './written-number.ts';

/** How far a goal has come, as it is seen on stream. Percents are never rounded up. */
export function GoalBar({ goal }: { goal: Pick<WidgetState['goal'], 'title' | 'target' | 'raised'> }) {
  const [raised, target] = [solToLamports(goal.raised), solToLamports(goal.target)];
  const isReached = raised >= target;
  const percent = Number((raised * 100n) / target);
  // In thousandths: a bar that moves in whole percents would stand still under small donations.
  const share = Math.min(1000, Number((raised * 1000n) / target)) / 10;
  const words = texts('stream');
  return (
    <section
      className={isReached ? 'stream-widget goal-bar-reached' : 'stream-widget'}
      aria-label={isReached ? words.goalReachedLabel : words.goal}
    >
      <div className="stream-widget-head">
        <h2 className="stream-widget-title" dir="auto">
          {goal.title || words.goalUntitled}
        </h2>
        {isReached ? <ReachedBadge /> : <span className="goal-bar-percent">{percent}%</span>}
      </div>
      <div className="goal-bar-track">
        <div className="goal-bar-fill" style={{ '--goal-share': `${share}%` }} />
      </div>
      <div className="goal-bar-sums">
        <span className="goal-bar-raised">{formatSol(raised)}</span>
        <span className="stream-widget-aside">
          {words.ofTarget(lamportsToSolString(target), isReached && percent > 100 ? written(percent) : null)}
        </span>
      </div>
    </section>
  );
}

function ReachedBadge() {
  return (
    <span className="goal-bar-badge">
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d="M2 7.5 5.5 11 12 3.5" />
      </svg>
      {texts('stream').goalReached}
    </span>
  );
}
