/** By this mark spreadsheets know that the text is UTF-8. */
export const bom = '\ufeff'

/** A line of RFC 4180. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

// What spreadsheets run as a formula, full-width signs too. A cell that begins with an apostrophe
// gets one more, so that removing one restores the cell.
// A negative amount is none: with an apostrophe it would be text, which no sheet adds up.
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/
// Where the list separator of a country is another one than the comma, a cell may begin there, too.
const formulaWithin = /([;\t])(?='*[=+\-@＝＋－＠])/g

function cell(text: string): string {
  const safe = (formula.test(text) ? `'${text}` : text).replaceAll(formulaWithin, "$1'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
