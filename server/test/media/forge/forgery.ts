import type { Folder } from '#server/test/media/corpus-recipes.ts';

/** A file made out of others: what is expected of it, what it is made of, and how. */
export interface Forgery {
  folder: Folder;
  /** Paths in the corpus. */
  from: string[];
  forge: (...sources: Buffer[]) => Buffer;
}

/** A forgery made out of one file. */
export function forgeryOf(folder: Folder, source: string, change: (file: Buffer) => Buffer | void): Forgery {
  return {
    folder,
    from: [source],
    forge: (original = Buffer.alloc(0)) => {
      const copy = Buffer.from(original);
      return change(copy) ?? copy;
    },
  };
}

/** Bytes that look like noise and are the same at every run. */
export function makeNoise(length: number): Buffer {
  let state = 12_345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

/** A page that a browser would run if it took the file for one. */
export const page: Buffer = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');

/** A ZIP archive without a file in it. */
export const archive: Buffer = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);
