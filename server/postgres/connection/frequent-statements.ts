/** From this time on a statement is taken for one that comes often; what a server does at its start only does not get there. */
const oftenFrom = 50;
/** What each connection keeps prepared at most: some 20 KB each in PostgreSQL. */
const mostNames = 150;
/** Texts that are counted. There are fewer, but for those whose length depends on what they are given. */
const mostTexts = 2000;
/** Every column that there is (not `count(*)`): a migration beside this process changes what that means. */
const allColumns = /(?:select|returning|,|\.)\s*\*/i;

/** Gives names to statements that come often, the same for every connection of this process. */
export interface FrequentStatements {
  /** The name to prepare a text under; undefined while it is rare, or must not be prepared. */
  nameOf(text: string): string | undefined;
}

/**
 * Counts statements by their texts. PostgreSQL parses a prepared one once for each connection, and plans it once where
 * its values do not matter; for short statements that is most of their cost.
 *
 * One that asks for all columns, whatever they are, is never prepared: when the next version adds a column, PostgreSQL
 * refuses its plan from then on ('cached plan must not change result type').
 */
export function countStatements(): FrequentStatements {
  const seen = new Map<string, { times: number; name: string | undefined }>();
  let names = 0;
  return {
    nameOf(text) {
      const known = seen.get(text);
      if (known === undefined) {
        if (seen.size < mostTexts) seen.set(text, { times: 1, name: undefined });
        return undefined;
      }
      known.times += 1;
      if (known.times === oftenFrom && names < mostNames && !allColumns.test(text)) {
        names += 1;
        known.name = `often_${names}`;
      }
      return known.name;
    },
  };
}

/** Those of this process. */
export const frequentStatements: FrequentStatements = countStatements();
