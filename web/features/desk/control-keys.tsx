import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SkipForward from 'lucide-react/icons/skip-forward';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { ComponentType } from 'react';
import { texts } from '#web/texts/texts.ts';
import { canReplayLast } from './can-replay.ts';
import { useDesk } from './desk-provider.tsx';
import { type Shortcut, shortcutKeys, shortcutName } from './shortcuts.ts';

/** Pause or resume, skip, replay, mute. `icons` leaves the words to those who cannot see them. */
export function ControlKeys({ icons = false }: { icons?: boolean }) {
  const { desk, actions } = useDesk();
  const isPaused = desk?.isPaused === true;
  const isMuted = desk?.sound.isMuted === true;
  const idle = desk === undefined;
  const onStream = desk?.now ?? null;
  const cards = desk?.counts.onStream ?? 0;
  const words = texts('desk').keys;
  return (
    <div className={icons ? 'row keys-row' : 'keys'} role="group" aria-label={words.controls}>
      <Key
        icons={icons}
        Icon={isPaused ? Play : Pause}
        word={isPaused ? words.resume : words.pause}
        label={isPaused ? words.resumeLabel : words.pauseLabel}
        shortcut="pause"
        isOn={isPaused}
        disabled={idle}
        onPress={() => actions.pause(!isPaused)}
      />
      <Key
        icons={icons}
        Icon={SkipForward}
        word={words.skip}
        label={cards > 1 ? words.skipAllLabel(cards) : words.skipLabel}
        shortcut="skip"
        disabled={onStream === null}
        onPress={() => onStream !== null && actions.skip(onStream.id)}
      />
      <Key
        icons={icons}
        Icon={RotateCcw}
        word={words.replay}
        label={words.replayLabel}
        shortcut="replay"
        disabled={idle || actions.isSending || !canReplayLast(desk)}
        onPress={() => actions.replay()}
      />
      <Key
        icons={icons}
        Icon={isMuted ? VolumeX : Volume2}
        word={isMuted ? words.unmute : words.mute}
        label={isMuted ? words.unmuteLabel : words.muteLabel}
        shortcut="mute"
        isOn={isMuted}
        disabled={idle}
        onPress={() => void actions.changeSound({ isMuted: !isMuted })}
      />
    </div>
  );
}

interface KeyProps {
  icons: boolean;
  Icon: ComponentType<{ className?: string }>;
  word: string;
  label: string;
  shortcut: Shortcut;
  /** It holds something back at the moment. */
  isOn?: boolean;
  /** Does nothing at the moment; it keeps the focus, which a press may have brought there. */
  disabled: boolean;
  onPress: () => void;
}

function Key({ icons, Icon, word, label, shortcut, isOn = false, disabled, onPress }: KeyProps) {
  const className = icons ? 'btn small secondary icon' : 'btn secondary';
  return (
    <button
      type="button"
      className={isOn ? `${className} is-on` : className}
      title={`${label} (${shortcutName(shortcut)})`}
      aria-label={label}
      aria-keyshortcuts={shortcutKeys[shortcut]}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      <Icon className={icons ? 'i s' : 'i'} />
      {!icons && word}
    </button>
  );
}
