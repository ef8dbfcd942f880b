import { environmentSchema } from './environment-schema.ts';

/** Secrets that may come as a file instead, named by the variable with `_FILE` at its end. */
export const secretNames = [
  'DATABASE_URL',
  'MASTER_SEED',
  'SEED_PASSPHRASE',
  'CLIPS_S3_SECRET',
  'YELLOWSTONE_TOKEN',
  'FIAT_PRICE_URL',
  'ALARM_WEBHOOK_URL',
  'SMTP_URL',
] as const;

const settingNames: ReadonlySet<string> = new Set([
  ...Object.keys(environmentSchema.shape),
  ...secretNames.map((name) => `${name}_FILE`),
]);

/** In a name shorter than this one slip makes another word; a longer one may have two. */
const longName = 8;

/** Whether the server reads a variable of this name. */
export function isSettingName(name: string): boolean {
  return settingNames.has(name);
}

/** The setting that was meant by a name that has a slip or two, in any case of letters; null where none is that near. */
export function findMeantSetting(name: string): string | null {
  const written = name.toUpperCase();
  const mostSlips = written.length < longName ? 1 : 2;
  const near = [...settingNames]
    .map((setting) => ({ setting, slips: countSlips(written, setting) }))
    .filter(({ slips }) => slips <= mostSlips)
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.setting ?? null;
}

/** How many letters were left out, added, replaced, or written in each other's place. */
function countSlips(written: string, meant: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: meant.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= written.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = written[row - 1] === meant[column - 1];
      const isSwapped =
        column > 1 && written[row - 1] === meant[column - 2] && written[row - 2] === meant[column - 1];
      current[column] = Math.min(
        (last?.[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last?.[column - 1] ?? Infinity) + (isSame ? 0 : 1),
        isSwapped ? (before?.[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return last?.[meant.length] ?? Infinity;
}
