/** Reads RFC 4180 as a spreadsheet does, except for the byte order mark. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  const body = text.replace(/^\ufeff/, '')
  while (cell.lastIndex < body.length) {
    const match = cell.exec(body)
    if (!match) throw new Error(`Not CSV: ${body.slice(row.length, 80)}`)
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
