import { createHash } from 'node:crypto'
import { documentTitles } from '#contract/selling/documents.ts'
import { readTypeface } from '#server/platform/media/dejavu.ts'
import { openFallbackFonts } from '#server/platform/media/fallback-fonts.ts'
import { draw } from './pdf-layout.ts'
import { type Faces, type Pdf, write } from './pdf-text.ts'
import type { Snapshot } from './read.ts'

// An A4 page, in points.
const margins = { top: 56, bottom: 72, left: 56, right: 56 }

const width = 595.28 - margins.left - margins.right
const inset = 18

async function openFaces(text: string): Promise<Faces> {
  const { plain, bold } = await readTypeface()
  return {
    plain: [plain, ...(await openFallbackFonts(text, [plain], 400))],
    bold: [bold, ...(await openFallbackFonts(text, [bold], 700))],
  }
}

/** The same document gives the same bytes, until the layout changes. */
export function renderPdf(says: Snapshot): Promise<Buffer> {
  const about = {
    title: `${documentTitles[says.kind]} ${says.number}`,
    author: says.seller?.name ?? says.shop.name,
    at: says.issued_at,
  }
  return render(about, JSON.stringify(says), (pdf, faces) => draw(pdf, faces, says))
}

export const quoteMark = '> '

/** Quoted lines stay indented where they wrap, so that they cannot pass for other lines. */
export function renderText(title: string, text: string, at: Date): Promise<Buffer> {
  return render({ title, author: '', at }, text, (pdf, { plain, bold }) => {
    const color = '#000000'
    const body = { face: plain, size: 10, color }
    write(pdf, title, { face: bold, size: 16, color }, { left: margins.left, width })
    pdf.y += body.size
    for (const line of text.split('\n')) {
      const isQuote = line.startsWith(quoteMark)
      const indent = isQuote ? inset : 0
      const said = isQuote ? line.slice(quoteMark.length) : line
      write(pdf, said, body, { left: margins.left + indent, width: width - indent })
    }
  })
}

type About = { title: string; author: string; at: Date }

// Loaded on demand: the libraries take memory, and most processes render nothing for hours.
async function render(
  { title, author, at }: About,
  text: string,
  fill: (pdf: Pdf, faces: Faces) => void,
) {
  const { default: PDFDocument } = await import('pdfkit')
  const faces = await openFaces(text)
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Every run names its own font.
    font: null,
    info: { Title: title, Author: author, CreationDate: at },
  } as never)
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  fill(pdf, faces)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
