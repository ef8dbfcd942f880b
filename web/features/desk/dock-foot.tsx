import { texts } from '#web/texts/texts.ts';
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
    if (on) void playNewItemSound();
  };
  const words = texts('desk').foot;
  return (
    <footer className="dk-foot">
      <Switch label={words.sound} hint={words.soundHint} checked={sound[0]} onChange={handleSound} />
      <Switch label={words.shortcuts} hint={words.shortcutsHint} checked={keys[0]} onChange={keys[1]} />
      {onForget !== undefined && (
        <button type="button" className="btn small quiet" onClick={onForget}>
          {words.forget}
        </button>
      )}
    </footer>
  );
}
