/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A spreadsheet takes what begins so for a formula, and would carry it out. */
const formula = /^[=+\-@\t\r]/;

function csvCell(text: string): string {
  // Numbers stay numbers.
  const safe = formula.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
