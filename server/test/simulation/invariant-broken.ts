/** A rule of the product that a run has broken. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws `InvariantBroken` with the rule in words unless it holds. */
export function must(isTrue: boolean, rule: string, detail: object): void {
  if (!isTrue) throw new InvariantBroken(`${rule}: ${JSON.stringify(detail)}`);
}
