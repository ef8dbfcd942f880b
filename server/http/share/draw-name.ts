import type { IndexedPicture } from './indexed-png.ts';
import { type Letter, type Letters, lineOf } from './letters.ts';
import { nameShades } from './share-palette.ts';

/** Where a name stands on a card, in pixels: its line lies in the middle of that of the largest. */
const namePlace = { x: 80, baseline: 388, mostWidth: 1040, mostScale: 0.8 } as const;
/** Of a capital, in pixels of the picture of letters. */
const capHeight = 112;

/**
 * Writes a name onto a card, as large as its place allows. Returns the card with it, or null when the name has a letter
 * that we have no picture of; the card given stays as it is. Some milliseconds.
 */
export function drawName(card: IndexedPicture, name: string, letters: Letters): IndexedPicture | null {
  const line = lineOf(name, letters);
  if (line === null) return null;
  const { mostScale, mostWidth, baseline } = namePlace;
  const scale = Math.min(mostScale, mostWidth / line.width);
  const top = baseline - ((mostScale - scale) * capHeight) / 2 - letters.baseline * scale;
  const first = Math.floor(top);
  const height = Math.ceil(letters.picture.height * scale) + 2;
  const covered = new Float32Array(card.width * height);
  const indent = line.placed[0]?.letter.left ?? 0;
  for (const { letter, at } of line.placed) {
    const x = namePlace.x + (at + letter.left - indent) * scale;
    shrink(letters.picture, letter, { scale, x, y: top - first }, { covered, width: card.width });
  }
  const pixels = Uint8Array.from(card.pixels);
  const start = first * card.width;
  for (const [index, cover] of covered.entries())
    if (cover > 0) pixels[start + index] = Math.round(Math.min(1, cover / 255) * (nameShades - 1));
  return { ...card, pixels };
}

/** Adds a letter to what is covered: each of its pixels is spread over those that it falls on, two by two at most. */
function shrink(
  picture: IndexedPicture,
  letter: Letter,
  { scale, x, y }: { scale: number; x: number; y: number },
  { covered, width }: { covered: Float32Array; width: number },
): void {
  const columns = Array.from({ length: letter.width }, (_, column) => spread(x + column * scale, scale));
  for (let row = 0; row < picture.height; row += 1) {
    const above = spread(y + row * scale, scale);
    for (const [column, beside] of columns.entries()) {
      const cover = picture.pixels[row * picture.width + letter.x + column] ?? 0;
      if (cover === 0) continue;
      const at = above.cell * width + beside.cell;
      add(covered, at, cover * above.inside * beside.inside);
      add(covered, at + 1, cover * above.inside * beside.beyond);
      add(covered, at + width, cover * above.beyond * beside.inside);
      add(covered, at + width + 1, cover * above.beyond * beside.beyond);
    }
  }
}

/** Which pixel a stretch of `length` (1 at most) begins in, and how much of it lies there and in the next. */
function spread(from: number, length: number): { cell: number; inside: number; beyond: number } {
  const cell = Math.floor(from);
  const inside = Math.min(length, cell + 1 - from);
  return { cell, inside, beyond: length - inside };
}

function add(covered: Float32Array, at: number, cover: number): void {
  if (cover > 0 && at < covered.length) covered[at] = (covered[at] ?? 0) + cover;
}
