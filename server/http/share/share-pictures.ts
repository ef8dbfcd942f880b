import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { drawName } from './draw-name.ts';
import { fromPng, type IndexedPicture, toPng } from './indexed-png.ts';
import { readLetters } from './letters.ts';
import type { ShareLanguage } from './share-words.ts';

/** A picture of a shared link as it is sent. The mark is that of its bytes. */
interface SharePicture {
  png: Buffer;
  mark: string;
}

/** Pictures of shared links. */
export interface SharePictures {
  /** That of a streamer; null when too many are being drawn at the moment, or the name has other letters than ours. */
  of(name: string, language: ShareLanguage): Promise<SharePicture | null>;
  /** Without anybody's name. */
  plain(language: ShareLanguage): SharePicture;
}

/** A name for ever gives the same picture: what is kept is never untrue. Some 15 KB each. */
const mostKept = 500;
/** Drawing takes some 5 ms of the one thread; whoever has many links asked for costs no more than a tenth of it. */
const mostDrawnPerSecond = 20;

/** Opens the pictures: nothing is read or drawn before the first is asked for. */
export function createSharePictures(now: () => number = () => performance.now()): SharePictures {
  const kept = new Map<string, Promise<SharePicture | null>>();
  const cards = new Map<string, IndexedPicture>();
  const plain = new Map<string, SharePicture>();
  let letters: ReturnType<typeof readLetters> | undefined;
  let second = { from: -Infinity, drawn: 0 };

  const mayDraw = (): boolean => {
    if (now() - second.from >= 1000) second = { from: now(), drawn: 0 };
    second.drawn += 1;
    return second.drawn <= mostDrawnPerSecond;
  };
  const draw = async (name: string, language: ShareLanguage): Promise<SharePicture | null> => {
    letters ??= readLetters();
    const card = cards.get(language) ?? fromPng(readPicture(`support-${language}`));
    cards.set(language, card);
    const drawn = drawName(card, name, letters);
    return drawn === null ? null : toSharePicture(await toPng(drawn));
  };

  return {
    async of(name, language) {
      const key = `${language} ${name}`;
      const known = kept.get(key);
      if (known === undefined && !mayDraw()) return null;
      const picture = known ?? draw(name, language);
      // What was asked for last goes last.
      kept.delete(key);
      kept.set(key, picture);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return await picture;
    },
    plain(language) {
      const picture = plain.get(language) ?? toSharePicture(readPicture(`brand-${language}`));
      plain.set(language, picture);
      return picture;
    },
  };
}

function readPicture(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}.png`, import.meta.url));
}

function toSharePicture(png: Buffer): SharePicture {
  return { png, mark: createHash('sha256').update(png).digest('base64url').slice(0, 22) };
}
