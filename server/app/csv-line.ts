/** What a spreadsheet takes for the start of a formula; the wide forms are read like the plain ones in some languages. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same within a text, where a spreadsheet that parts at semicolons or tabs sees a cell begin. A quote there opens a
 * quoted cell. A wink `;-)` is no formula.
 */
const startsFormulaWithin = /(?<=[;\t\r\n])(?=[ "]*(?!-\))[=+\-@＝＋－＠])/g;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file by RFC 4180, with its CRLF.
 *
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front, and so does a part of one that stands
 * behind a semicolon or tab, by which spreadsheets of many countries part cells: donors write what they like, and a
 * streamer opens it with one press.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const apart = text.replaceAll(startsFormulaWithin, "'");
  const harmless = startsFormula.test(text) ? `'${apart}` : apart;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
