/** The byte order mark, from which spreadsheets recognise UTF-8. */
export const bom = '\ufeff'

/** A row in the format of RFC 4180. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

// Cells that spreadsheets would run as a formula, including those with full-width signs. A cell
// that begins with an apostrophe gets another one, so that removing one restores the cell. Negative
// amounts do not match: with an apostrophe they would become text, which spreadsheets do not add
// up.
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/
// Some countries use a list separator other than the comma, so a cell may also begin after one of
// these characters.
const formulaWithin = /([;\t])(?='*[=+\-@＝＋－＠])/g

function cell(text: string): string {
  const safe = (formula.test(text) ? `'${text}` : text).replaceAll(formulaWithin, "$1'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
