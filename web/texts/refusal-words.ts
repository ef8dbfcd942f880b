/**
 * The words for a refusal of the contract in a page's language. `message` is what server or schema said in English,
 * `code` the problem's code where there is one. A message that no language knows stays as it is.
 */
export type RefusalWords = (message: string, code: string | null) => string;
