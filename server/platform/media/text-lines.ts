import bidiFactory from 'bidi-js'
import type { Font } from 'fontkit'
import LineBreaker from 'linebreak'
import { findFont } from './fallback-fonts.ts'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Has one font and one direction. Widths are in the unit of the type size. */
export type Run = { text: string; font: Font; width: number }
export type Line = { runs: Run[]; width: number }

type Setting = {
  /** The first font that has a character draws it. */
  fonts: readonly [Font, ...Font[]]
  size: number
  width?: number
}

/** Breaks lines by UAX #14, sorts runs by UAX #9 (bidirectional). Missing glyphs become a box. */
export function setLines(text: string, setting: Setting): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => setParagraph(paragraph, setting))
}

function setParagraph(paragraph: string, setting: Setting): Line[] {
  const { levels } = bidi.getEmbeddingLevels(paragraph, 'auto')
  /** Spaces at the end of a line do not count towards its width. */
  const setLine = (start: number, end: number) =>
    orderRuns(
      paragraph,
      levels,
      start,
      start + paragraph.slice(start, end).trimEnd().length,
      setting,
    )
  const fits = (start: number, end: number) =>
    setting.width === undefined || setLine(start, end).width <= setting.width

  const lines: Line[] = []
  let start = 0
  let end = 0
  for (const next of listBreaks(paragraph, fits)) {
    if (end > start && !fits(start, next)) {
      lines.push(setLine(start, end))
      start = end
    }
    end = next
  }
  lines.push(setLine(start, end))
  return lines
}

/** A word that is wider than a line may break after every letter. */
function* listBreaks(paragraph: string, fits: (start: number, end: number) => boolean) {
  const breaker = new LineBreaker(paragraph)
  let last = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (!fits(last, next.position)) {
      for (const { index } of graphemes.segment(paragraph.slice(last, next.position)))
        if (index > 0) yield last + index
    }
    yield next.position
    last = next.position
  }
}

function orderRuns(
  paragraph: string,
  levels: Uint8Array,
  start: number,
  end: number,
  { fonts, size }: Setting,
): Line {
  const runs: (Run & { level: number })[] = []
  for (const { segment, index } of graphemes.segment(paragraph.slice(start, end))) {
    const font = findFont(segment, fonts) ?? fonts[0]
    const level = levels[start + index]!
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += segment
    else runs.push({ text: segment, font, level, width: 0 })
  }
  for (const run of runs) {
    if (isRightToLeft(run)) run.text = prepareRightToLeft(run.text)
    run.width = (run.font.layout(run.text, []).advanceWidth / run.font.unitsPerEm) * size
  }
  return {
    runs: toVisualOrder(runs),
    width: runs.reduce((sum, { width }) => sum + width, 0),
  }
}

const isRightToLeft = ({ level }: { level: number }) => level % 2 === 1
/** Scripts whose glyphs fontkit itself lays out from right to left. */
const rightToLeftScript =
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u

/** Mirrors brackets, and reverses a run of punctuation alone, which fontkit does not do. */
function prepareRightToLeft(text: string) {
  const mirrored = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character)
  return (rightToLeftScript.test(text) ? mirrored : mirrored.reverse()).join('')
}

/** Rule L2 of UAX #9: reverses the runs at each level or above, down to the lowest odd level. */
function toVisualOrder<R extends { level: number }>(runs: R[]): R[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}
