import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { DeskLists, isDeskEmpty } from '#web/features/desk/desk-lists.tsx';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { playNewItemSound } from '#web/features/desk/new-item-sound.ts';
import { useSoundSwitch } from '#web/features/desk/use-kept-switch.ts';
import { titleWithCount, useNewItems } from '#web/features/desk/use-new-items.ts';
import { useTitle } from '#web/ui/use-title.ts';

/** What waits for approval, for its turn, or for a yes; and what was settled. Nothing at all before the first alert. */
export function WaitingCard() {
  const { desk } = useDesk();
  const [hasSound, setSound] = useSoundSwitch(desk?.role);
  const news = useNewItems(desk, hasSound);
  useTitle(titleWithCount('Dashboard', desk));
  if (desk === undefined || (isDeskEmpty(desk) && desk.recent.length === 0)) return null;

  const Icon = hasSound ? Bell : BellOff;
  const label = hasSound ? 'Silence the sound for new alerts' : 'Play a sound for new alerts';
  return (
    <section className="card waiting" aria-labelledby="alerts">
      <p className="sr" role="status">
        {news}
      </p>
      <header>
        <h2 className="h3" id="alerts">
          Alerts
        </h2>
        <button
          type="button"
          className="btn small quiet icon"
          title={label}
          aria-label={label}
          aria-pressed={hasSound}
          onClick={() => {
            setSound(!hasSound);
            if (!hasSound) playNewItemSound();
          }}
        >
          <Icon className="i s" />
        </button>
      </header>
      {isDeskEmpty(desk) && <p className="small muted">Nothing waits.</p>}
      <DeskLists desk={desk} />
    </section>
  );
}
