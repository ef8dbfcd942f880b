import { firstGrapheme } from './first-grapheme.ts';

/** A name's first letter in a circle, beside the name itself. */
export function Avatar({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span className={small ? 'avatar small' : 'avatar'} aria-hidden="true">
      {firstGrapheme(name)}
    </span>
  );
}
