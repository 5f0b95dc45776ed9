export type NumbersTableProps = {
  caption: string
  /** The first header is that of the row names. */
  headers: readonly string[]
  rows: readonly { name: string; cells: readonly string[] }[]
}

/** The data of a chart, in a scrollable box. */
export function NumbersTable({ caption, headers, rows }: NumbersTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-3 max-h-64 overflow-auto rounded-md border border-line bg-well"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-raised text-soft">
          <tr>
            {headers.map((header, column) => (
              <th
                key={header}
                scope="col"
                className={`px-4 py-2 font-[550] ${column === 0 ? 'text-left' : 'text-right'}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="whitespace-nowrap px-4 py-1.5 text-left font-normal">
                {name}
              </th>
              {cells.map((cell, column) => (
                <td key={headers[column + 1]} className="px-4 py-1.5 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
