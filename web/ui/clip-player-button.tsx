import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useMemo, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { openPressedSound } from './clip-player-sound.ts';
import { toast } from './toasts.ts';

interface ClipPlayButtonProps {
  url: string;
  /** What is heard, as it follows the words for 'play' and 'pause' for those who cannot see: 'the clip of Zoë'. */
  label: string;
  /** Told how much has been heard, 0 to 1: with every frame while it plays, 0 at the end. Must be stable. */
  onHeard?: (share: number) => void;
  /** Length against which `onHeard` counts; the file's own where it is not known. */
  seconds?: number | null;
}

/** Play or pause one clip, loaded at the first press. Leaving the page stops it. */
export function ClipPlayButton({ url, label, onHeard, seconds = null }: ClipPlayButtonProps) {
  const [playing, setPlaying] = useState(false);
  const sound = useMemo(
    () =>
      openPressedSound(() => new Audio(url), {
        onPlaying: setPlaying,
        onFailure: (error) => {
          console.warn('The clip did not play.', error);
          toast.error(texts('common').clip.failed);
        },
      }),
    [url],
  );
  useEffect(() => () => sound.stop(), [sound]);

  useEffect(() => {
    if (onHeard === undefined) return undefined;
    let frame = 0;
    const tell = () => {
      const whole = seconds ?? sound.duration();
      onHeard(Number.isFinite(whole) && whole > 0 ? Math.min(1, sound.position() / whole) : 0);
      if (playing) frame = requestAnimationFrame(tell);
    };
    tell();
    return () => cancelAnimationFrame(frame);
  }, [playing, sound, seconds, onHeard]);

  const words = texts('common').clip;
  const Icon = playing ? Pause : Play;
  return (
    <button
      type="button"
      className="btn icon secondary"
      aria-label={playing ? words.pause(label) : words.play(label)}
      onClick={() => sound.toggle()}
    >
      <Icon className="i s" />
    </button>
  );
}
