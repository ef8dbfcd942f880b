import type { RefusalWords } from '#web/texts/refusal-words.ts';

/** The contract's own words are English. */
const refusal: RefusalWords = (message) => message;

/** English: what server and schemas refuse. A page whose forms are checked by a schema needs it from the start. */
export const texts = { refusal };
