import { texts } from '#web/texts/texts.ts';
import { Range } from '#web/ui/range.tsx';

interface VolumeFieldProps {
  words: { volume: string; volumeHint: string };
  /** Whole percent. */
  value: number;
  onChange: (value: number) => void;
}

/** How loud something is, as a slider with its value. */
export function VolumeField({ words, value, onChange }: VolumeFieldProps) {
  const percent = texts('alertRules').facts.percent(value);
  return (
    <div className="field">
      <span className="row between">
        <span className="flabel">{words.volume}</span>
        <span className="num">{percent}</span>
      </span>
      <Range label={words.volume} value={value} spoken={percent} onChange={onChange} />
      <span className="hint">{words.volumeHint}</span>
    </div>
  );
}
