import { type Line, setLine } from './typeface.ts'

type Fit = {
  /** In pixels. */
  width: number
  lines: number
  /** Type sizes in pixels, the preferred size first. */
  sizes: readonly number[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export type Paragraph = { size: number; lines: Line[] }

/** Uses the first size that fits. If none does, cuts off the end in the last size. */
export async function fitTitle(title: string, { width, lines, sizes }: Fit): Promise<Paragraph> {
  // Each piece includes the hyphen or space after it: 'Counter-' 'Strike ' '2'.
  const pieces = title.match(/\S+?(?:-(?=\S)|\s+|$)/g) ?? []
  for (const size of sizes) {
    const broken = await breakLines(pieces, size, width)
    if (broken.whole && broken.lines.length <= lines) return set(broken.lines, size)
  }
  const size = sizes.at(-1)!
  const broken = await breakLines(pieces, size, width)
  if (broken.lines.length <= lines) return set(broken.lines, size)
  const kept = broken.lines.slice(0, lines)
  kept.push(`${kept.pop()!.replace(/.?[\s.,;:–—-]*$/, '')}…`)
  return set(kept, size)
}

async function set(texts: readonly string[], size: number): Promise<Paragraph> {
  return { size, lines: await Promise.all(texts.map((text) => setLine(text, 'display', size))) }
}

/** A piece that is wider than a line is broken at any letter, and the result is not `whole`. */
async function breakLines(pieces: readonly string[], size: number, width: number) {
  const fits = async (line: string) =>
    (await setLine(line.trimEnd(), 'display', size)).width <= width
  const lines: string[] = []
  let whole = true
  let line = ''
  const end = () => {
    if (line) lines.push(line.trimEnd())
    line = ''
  }
  for (const piece of pieces) {
    if (!(await fits(line + piece))) end()
    if (await fits(piece)) {
      line += piece
      continue
    }
    whole = false
    for (const { segment: letter } of graphemes.segment(piece)) {
      if (!(await fits(line + letter))) end()
      line += letter
    }
  }
  end()
  return { lines, whole }
}
