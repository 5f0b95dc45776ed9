import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'
import { xml } from '../xml.ts'

/** The shop's own typeface, drawn as shapes: a server need not have a single font installed. */
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

/** One at a time: what is unpacked lies in the library's own memory, where the next one overwrites it. */
async function unpack(subset: string): Promise<Font> {
  const file = `@fontsource-variable/archivo/files/archivo-${subset}-wdth-normal.woff2`
  const packed = await readFile(fileURLToPath(import.meta.resolve(file)))
  return create(Buffer.from(await decompress(packed))) as Font
}

export type Line = {
  /** In pixels. */
  width: number
  /** SVG that draws it with its baseline's left end at the given point. */
  draw(x: number, y: number): string
}

/** Sets one line. What the typeface lacks is left to the fonts of the machine. */
export async function setLine(text: string, cut: Cut, size: number): Promise<Line> {
  const fonts = (await typeface())[cut]
  const parts = runs(text, fonts).map((run) =>
    run.font ? shapes(run.text, run.font, size) : words(run.text, cut, size),
  )
  return {
    width: parts.reduce((sum, part) => sum + part.width, 0),
    draw(x, y) {
      let at = x
      return parts
        .map((part) => {
          const drawn = part.draw(at, y)
          at += part.width
          return drawn
        })
        .join('')
    },
  }
}

/** Emoji and their joiners, which few fonts have and no title needs. */
const ornament = /\p{Extended_Pictographic}|\p{M}|\p{Cf}/u

type Run = { text: string; font: Font | undefined }

function runs(text: string, fonts: readonly Font[]): Run[] {
  const found: Run[] = []
  for (const sign of text.normalize('NFC')) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(sign.codePointAt(0)!))
    if (!font && ornament.test(sign)) continue
    const last = found.at(-1)
    if (last && (last.font === font || sign === ' ')) last.text += sign
    else found.push({ text: sign, font })
  }
  return found
}

function shapes(text: string, font: Font, size: number): Line {
  const { glyphs, positions, advanceWidth } = font.layout(text)
  const scale = size / font.unitsPerEm
  return {
    width: advanceWidth * scale,
    draw(x, y) {
      let at = 0
      const paths = glyphs.map((glyph, i) => {
        const path = `<path transform="translate(${at})" d="${glyph.path.toSVG()}"/>`
        at += positions[i]!.xAdvance
        return path
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    },
  }
}

function words(text: string, cut: Cut, size: number): Line {
  // Nobody can tell beforehand how wide an unknown font is; ideographs fill a square.
  const width = [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1 : 0.66), 0) * size
  const weight = cut === 'display' ? 800 : 500
  return {
    width,
    draw: (x, y) =>
      `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="${weight}" font-size="${size}">${xml(text)}</text>`,
  }
}
