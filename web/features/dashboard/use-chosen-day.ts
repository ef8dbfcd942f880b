import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { dayAt, dayByKey } from './chart-days.ts';

interface ChosenDay {
  /** Index of the day that is told of: under the pointer, else chosen by key or finger, else the last. */
  index: number;
  /** For the element that is the slider. */
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
    onBlur: () => void;
  };
}

/** Which of the days is looked at. It is remembered by its date, so that a new day does not move it. */
export function useChosenDay(dates: readonly string[]): ChosenDay {
  const [hovered, setHovered] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const last = dates.length - 1;
  const found = dates.indexOf(hovered ?? picked ?? '');
  const index = found === -1 ? last : found;

  const dateUnder = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): string | null => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return dates[dayAt(clientX - left, width, dates.length)] ?? null;
  };
  return {
    index,
    handlers: {
      onKeyDown: (event) => {
        const target = dayByKey(event.key, index, dates.length);
        if (target === null || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        setHovered(null);
        setPicked(dates[target] ?? null);
      },
      onPointerMove: (event) => {
        if (event.pointerType === 'mouse') setHovered(dateUnder(event));
        else setPicked(dateUnder(event));
      },
      onPointerDown: (event) => setPicked(dateUnder(event)),
      onPointerLeave: () => setHovered(null),
      onBlur: () => setPicked(null),
    },
  };
}
