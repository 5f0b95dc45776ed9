import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'
import { readTypeface } from '#server/platform/media/dejavu.ts'
import { findFont, openFallbackFonts } from '#server/platform/media/fallback-fonts.ts'
import { type Run, setLines } from '#server/platform/media/text-lines.ts'

/** The shop's own typeface, drawn as shapes, so that the server needs no installed fonts. */
const subsets = ['latin', 'latin-ext']

const cuts = {
  display: { wght: 800, wdth: 125 },
  text: { wght: 500, wdth: 100 },
}
export type Cut = keyof typeof cuts

let loading: Promise<Record<Cut, Font[]>> | undefined

function typeface(): Promise<Record<Cut, Font[]>> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Record<Cut, Font[]>> {
  const fonts: Font[] = []
  for (const subset of subsets) fonts.push(await unpack(subset))
  return {
    display: fonts.map((font) => font.getVariation(cuts.display)),
    text: fonts.map((font) => font.getVariation(cuts.text)),
  }
}

/** Call it for one font at a time: the next call overwrites the library's memory. */
async function unpack(subset: string): Promise<Font> {
  const file = `@fontsource-variable/archivo/files/archivo-${subset}-wdth-normal.woff2`
  const packed = await readFile(fileURLToPath(import.meta.resolve(file)))
  return create(Buffer.from(await decompress(packed))) as Font
}

export type Line = {
  /** In pixels. */
  width: number
  /** Returns SVG that draws the line. Its baseline starts at the given point. */
  draw(x: number, y: number): string
}

/** Sets one line. Omits characters that no font has. */
export async function setLine(text: string, cut: Cut, size: number): Promise<Line> {
  const [first, ...others] = (await typeface())[cut]
  const own: [Font, ...Font[]] = [first!, ...others, (await readTypeface())[weights[cut].dejavu]]
  const fallback = await openFallbackFonts(text, own, weights[cut].noto)
  const fonts: [Font, ...Font[]] = [...own, ...fallback]
  const [line] = setLines(keepDrawable(text.normalize('NFC'), fonts), { fonts, size })
  return {
    width: line!.width,
    draw(x, y) {
      let at = x
      return line!.runs
        .map((run) => {
          const drawn = outline(run, at, y, size)
          at += run.width
          return drawn
        })
        .join('')
    },
  }
}

const weights = {
  display: { dejavu: 'bold', noto: 800 },
  text: { dejavu: 'plain', noto: 500 },
} as const

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Removes characters that cannot be drawn, and the doubled spaces that they leave. */
const keepDrawable = (text: string, fonts: readonly Font[]) =>
  [...graphemes.segment(text)]
    .map(({ segment }) => (findFont(segment, fonts) ? segment : ''))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()

function outline({ text, font }: Run, x: number, y: number, size: number) {
  const { glyphs, positions } = font.layout(text, [])
  const scale = size / font.unitsPerEm
  let at = 0
  const paths = glyphs.map((glyph, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]!
    const path = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`
    at += xAdvance
    return path
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
