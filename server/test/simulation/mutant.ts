/** A mistake that somebody could make in the product's code: the simulation must notice it. */
export interface Mutant {
  name: string;
  patches: { file: string; find: string; replace: string }[];
  /** Run on the database after the migrations. */
  sql?: string;
}

/** A mistake in one place of a file of the server. */
export function one(name: string, file: string, find: string, replace: string): Mutant {
  return { name, patches: [{ file: `server/${file}`, find, replace }] };
}
