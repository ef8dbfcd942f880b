/**
 * What was typed as an amount, with a point where it has a comma. A comma as in '1,000' is kept, so that nobody reads it
 * as a number: it is a thousand to some and one to others.
 */
export function pointForComma(typed: string): string {
  const text = typed.trim();
  return /^[1-9]\d{0,2},\d{3}$/.test(text) ? text : text.replace(',', '.');
}
