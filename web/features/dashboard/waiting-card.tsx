import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { Link } from 'react-router';
import { DeskLists, isDeskEmpty } from '#web/features/desk/desk-lists.tsx';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { playNewItemSound } from '#web/features/desk/new-item-sound.ts';
import { NewItems } from '#web/features/desk/new-items.tsx';
import { titleWithCount } from '#web/features/desk/use-new-items.ts';
import { texts } from '#web/texts/texts.ts';
import { useTitle } from '#web/ui/use-title.ts';

interface WaitingCardProps {
  sound: [boolean, (on: boolean) => void];
}

/**
 * What waits for approval, for its turn, or for a yes; and what was settled. Nothing at all before the first alert.
 *
 * It comes first while it wants a decision. The style sheet alone moves it: one that were built anew would lose its focus,
 * what is opened in it, and a clip that plays.
 */
export function WaitingCard({ sound: [hasSound, setSound] }: WaitingCardProps) {
  const { desk } = useDesk();
  if (desk === undefined || (isDeskEmpty(desk) && desk.recent.length === 0)) return null;

  // What was cleared a moment ago was decided; the card would leave the pointer with it.
  const wantsDecision = desk.counts.toApprove + desk.counts.tray > (desk.cleared ?? 0);
  const words = texts('dashboard').alerts;
  const Icon = hasSound ? Bell : BellOff;
  const label = hasSound ? words.silence : words.sound;
  return (
    <section className={`card s12 waiting${wantsDecision ? ' wants-decision' : ''}`} aria-labelledby="alerts">
      <header>
        <h2 className="h3" id="alerts">
          {words.title}
        </h2>
        <span className="row" style={{ '--gap': '8px' }}>
          <Link className="link small" to="/app/settings#moderation">
            {words.moderation}
          </Link>
          <button
            type="button"
            className="btn small quiet icon"
            title={label}
            aria-label={label}
            onClick={() => {
              setSound(!hasSound);
              if (!hasSound) void playNewItemSound();
            }}
          >
            <Icon className="i s" />
          </button>
        </span>
      </header>
      {isDeskEmpty(desk) && <p className="small muted">{words.nothingWaits}</p>}
      <DeskLists desk={desk} />
    </section>
  );
}

/** Tells of what newly wants approval, by ear and in the tab's title, wherever the card stands. */
export function WaitingNews({ hasSound }: { hasSound: boolean }) {
  const { desk } = useDesk();
  useTitle(titleWithCount(texts('dashboard').title, desk));
  return <NewItems hasSound={hasSound} />;
}
