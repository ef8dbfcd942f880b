import * as z from 'zod/mini';
import { donorWords } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';

/** What a donor types. */
export interface DonorWords {
  donatorName: string;
  message: string;
}

const schema = z.object(donorWords);

/** What is too long, each with the words that say so: the one thing that may be wrong with it. */
export function tooLong(words: DonorWords): Partial<DonorWords> {
  const said = texts('donate').form.tooLong;
  const fields = (schema.safeParse(words).error?.issues ?? []).map(({ path }) => path[0] as keyof DonorWords);
  return Object.fromEntries(fields.map((field) => [field, said[field]]));
}
