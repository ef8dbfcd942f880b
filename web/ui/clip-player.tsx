import './clip-player.css';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { ClipPlayButton } from './clip-player-button.tsx';
import { Waveform } from './waveform.tsx';
import { readWaveform, type Waveform as ReadWaveform } from './waveform-source.ts';

interface ClipPlayerProps {
  url: string;
  durationSeconds: number | null;
  /** What is heard, as it follows 'Play' and 'Pause' for those who cannot see: 'the clip of Zoë'. */
  label: string;
  /** Reads the wave form of a clip that is not on the server; the default fetches `url`. Must be stable. */
  readBars?: (url: string) => Promise<ReadWaveform>;
}

/**
 * Play or pause, the wave form, the duration. Nothing is fetched before it comes into view; only one is heard at a time.
 * A clip that has been deleted says so in its place.
 */
export function ClipPlayer({ url, durationSeconds, label, readBars = readWaveform }: ClipPlayerProps) {
  const root = useRef<HTMLDivElement>(null);
  const wave = useRef<HTMLSpanElement>(null);
  const bars = useBars(root, url, readBars);
  const handleHeard = useCallback((share: number) => {
    wave.current?.style.setProperty('--played', `${(share * 100).toFixed(2)}%`);
  }, []);
  if (bars === 'gone') return <p className="small faint">{texts('common').clip.deleted}</p>;
  const drawn = bars === 'unreadable' ? null : bars;
  const seconds = durationSeconds ?? drawn?.seconds ?? null;
  return (
    <div className="clip-player" ref={root}>
      <ClipPlayButton url={url} label={label} onHeard={handleHeard} seconds={seconds} />
      <Waveform peaks={drawn?.peaks ?? null} ref={wave} />
      {seconds !== null && (
        <span className="small muted num">{texts('common').clip.seconds(seconds.toFixed(1))}</span>
      )}
    </div>
  );
}

/** The wave form once the player has come into view; null until then, and when it could not be fetched. */
function useBars(
  root: RefObject<Element | null>,
  url: string,
  readBars: (url: string) => Promise<ReadWaveform>,
): ReadWaveform | null {
  const [bars, setBars] = useState<ReadWaveform | null>(null);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let gone = false;
    const read = async () => {
      try {
        const found = await readBars(url);
        if (!gone) setBars(found);
      } catch (error) {
        console.info('The wave form of a clip could not be read.', error);
      }
    };
    const sight = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      sight.disconnect();
      void read();
    });
    sight.observe(element);
    return () => {
      gone = true;
      sight.disconnect();
    };
  }, [root, url, readBars]);
  return bars;
}
