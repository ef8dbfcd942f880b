const keepers = new Set<() => void>();

/** Names what puts away something typed, so that it is there after a reload that nobody meant to lose it by. Once each. */
export function keepOverReload(keep: () => void): void {
  keepers.add(keep);
}

/** Puts everything away that was named, for the document that comes next. */
export function keepAll(): void {
  for (const keep of keepers) keep();
}
