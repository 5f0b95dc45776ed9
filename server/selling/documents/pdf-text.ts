import type { Font } from 'fontkit'
import { setLines } from '#server/platform/media/text-lines.ts'

export type Pdf = PDFKit.PDFDocument
/** A typeface with fallback fonts for missing characters. */
export type Face = readonly [Font, ...Font[]]
export type Faces = { plain: Face; bold: Face }
export type Style = { face: Face; size: number; color: string }

type Box = { left: number; width: number; align?: 'left' | 'center' | 'right' }

/** pdfkit embeds a font once for each name. */
const names = new WeakMap<Font, string>()
let named = 0

function nameOf(pdf: Pdf, font: Font) {
  let name = names.get(font)
  if (!name) {
    named += 1
    name = `font-${named}`
    names.set(font, name)
  }
  pdf.registerFont(name, font as never)
  return name
}

const unitsOf = ({ face, size }: Style) => size / face[0].unitsPerEm
const lineHeight = (style: Style) => {
  const { ascent, descent, lineGap } = style.face[0]
  return (ascent - descent + lineGap) * unitsOf(style)
}

const linesOf = (text: string, { face, size }: Style, width: number) =>
  setLines(text, { fonts: face, size, width })

/** How far `write` moves down, in points. */
export const heightOf = (text: string, style: Style, width: number) =>
  linesOf(text, style, width).length * lineHeight(style)

/** Writes from `pdf.y` downwards, on as many pages as needed. */
export function write(pdf: Pdf, text: string, style: Style, { left, width, align = 'left' }: Box) {
  const { face, size, color } = style
  const shift = { left: 0, center: 0.5, right: 1 }[align]
  const height = lineHeight(style)
  for (const line of linesOf(text, style, width)) {
    if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
    const top = pdf.y
    const baseline = top + face[0].ascent * unitsOf(style)
    let x = left + (width - line.width) * shift
    pdf.fontSize(size).fillColor(color)
    for (const run of line.runs) {
      pdf
        .font(nameOf(pdf, run.font))
        // If features are given, pdfkit lays out the run as a whole, not word by word.
        .text(run.text, x, baseline, { baseline: 'alphabetic', lineBreak: false, features: [] })
      x += run.width
    }
    pdf.y = top + height
  }
}
