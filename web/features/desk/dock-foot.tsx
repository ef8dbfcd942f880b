import { Switch } from '#web/ui/switch.tsx';
import { playNewItemSound } from './new-item-sound.ts';

interface DockFootProps {
  sound: [boolean, (on: boolean) => void];
  keys: [boolean, (on: boolean) => void];
  onForget: (() => void) | undefined;
}

/** Switches of this browser, and a way to leave a desk that one came to by a link. */
export function DockFoot({ sound, keys, onForget }: DockFootProps) {
  const handleSound = (on: boolean) => {
    sound[1](on);
    if (on) playNewItemSound();
  };
  return (
    <footer className="dk-foot">
      <Switch
        label="Sound for new alerts"
        hint="Two quiet notes when something wants approval. In OBS your stream may hear them."
        checked={sound[0]}
        onChange={handleSound}
      />
      <Switch
        label="Keyboard shortcuts"
        hint="Space pauses, S skips, R replays, M mutes, T tests."
        checked={keys[0]}
        onChange={keys[1]}
      />
      {onForget !== undefined && (
        <button type="button" className="btn small quiet" onClick={onForget}>
          Forget this link here
        </button>
      )}
    </footer>
  );
}
