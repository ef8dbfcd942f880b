/** What stands in place of the words that a filter found in a text that was removed: that some were found stays. */
export const removedWords: readonly string[] = ['…'];
