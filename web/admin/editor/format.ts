/** The text of a text area and its selection. */
export type Selected = { text: string; start: number; end: number }

/** Replaces the text from `from` to `to` and selects `select`, which counts from `from`. */
export type Edit = { from: number; to: number; insert: string; select: [number, number] }

export type Format = 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'code'

const around = {
  bold: { mark: '**', sample: 'bold text' },
  italic: { mark: '_', sample: 'italic text' },
  code: { mark: '`', sample: 'code' },
} as const

const before = { heading: '## ', list: '- ' } as const

/** Returns the edit that formats the selection, or removes the format if it already has it. */
export function format(kind: Format, selected: Selected): Edit {
  if (kind === 'link') return link(selected)
  if (kind === 'heading' || kind === 'list') return lines(before[kind], selected)
  const several = selected.text.slice(selected.start, selected.end).includes('\n')
  if (kind === 'code' && several) return fence(selected)
  const { mark, sample } = around[kind]
  return wrap(mark, sample, selected)
}

function wrap(mark: string, sample: string, { text, start, end }: Selected): Edit {
  const size = mark.length
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    const inner = text.slice(start, end)
    return { from: start - size, to: end + size, insert: inner, select: [0, inner.length] }
  }
  const inner = text.slice(start, end) || sample
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    select: [size, size + inner.length],
  }
}

function lines(mark: string, { text, start, end }: Selected): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const rows = text.slice(from, to).split('\n')
  const marked = rows.every((row) => row.startsWith(mark))
  const insert = rows.map((row) => (marked ? row.slice(mark.length) : mark + row)).join('\n')
  return { from, to, insert, select: [insert.length, insert.length] }
}

function link({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end) || 'link text'
  const insert = `[${inner}](https://)`
  // Select the URL, which the author types next.
  return { from: start, to: end, insert, select: [inner.length + 3, insert.length - 1] }
}

function fence({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end)
  return {
    from: start,
    to: end,
    insert: `\`\`\`\n${inner}\n\`\`\``,
    select: [4, 4 + inner.length],
  }
}

/** Returns the edit that inserts a picture at the selection, in a paragraph of its own. */
export function picture(address: string, { text, start, end }: Selected): Edit {
  const described = text.slice(start, end).replace(/[[\]\n]/g, ' ') || 'Image description'
  const gap = start === 0 || text.slice(0, start).endsWith('\n\n') ? '' : '\n\n'
  const insert = `${gap}![${described}](${address})\n\n`
  const at = gap.length + 2
  return { from: start, to: end, insert, select: [at, at + described.length] }
}
