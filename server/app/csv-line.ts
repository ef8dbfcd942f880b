/** What a spreadsheet takes for the start of a formula; the wide forms are read like the plain ones in some languages. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file by RFC 4180, with its CRLF.
 *
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front: donors write what they like, and a
 * streamer opens it with one press.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
