/** What a cell of a file can contain. Nothing is an empty cell. */
export type Cell = string | number | null;

/** A spreadsheet would run a text that begins with one of these signs as a formula. */
const formula = /^[=+\-@\t\r]/;

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file with a line of headings, as spreadsheets read it: UTF-8 with a mark, lines end with CRLF. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\u{feff}${[headings, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
