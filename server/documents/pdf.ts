import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { documentTitles } from '#contract/documents.ts'
import type { Snapshot } from './insert.ts'
import { draw, type Faces, type Pdf } from './pdf-layout.ts'

// An A4 page, in points.
const margins = { top: 56, bottom: 72, left: 56, right: 56 }

const width = 595.28 - margins.left - margins.right
const inset = 18

let loading: Promise<Faces> | undefined

/** A typeface with Latin of all of Europe, Greek and Cyrillic, read once. */
async function faces(): Promise<Faces> {
  const { create } = await import('fontkit')
  const open = (bytes: Buffer) => create(bytes) as Font
  const load = async (url: string) => openFace(await readFile(fileURLToPath(url)), open)
  const [plain, bold] = await Promise.all([
    load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ])
  return { plain, bold } as unknown as Faces
}

/**
 * A font remembers for each glyph the letters that it stood for when it was met first. Writing a
 * file with a 'ý' meets the glyph of 'y' as a part of it, with no letter: in every later document a
 * 'y' would be shown, but not be copied, found or read out. So each file is written from a font of
 * its own.
 */
function openFace(bytes: Buffer, open: (bytes: Buffer) => Font) {
  const drawn = open(bytes)
  const written = open(bytes)
  drawn.createSubset = () => written.createSubset()
  // Met as letters first, so that an 'ﬁ' that somebody typed does not make one of every 'fi'.
  drawn.layout('ff fi fl ffi ffl')
  return drawn
}

/** A document as a PDF. The same one is the same file, byte for byte, until its layout changes. */
export function renderPdf(says: Snapshot): Promise<Buffer> {
  const about = {
    title: `${documentTitles[says.kind]} ${says.number}`,
    author: says.seller?.name ?? says.shop.name,
    at: says.issued_at,
  }
  return render(about, (pdf, faces) => draw(pdf, faces, says))
}

/** Begins a line of somebody's own words. */
export const quoteMark = '> '

/**
 * A text of several lines under a title as a PDF; `at` stands in the file as the time it was made. What
 * is quoted is set in, also where it wraps, so that none of it begins a line as the others do.
 */
export function renderText(title: string, text: string, at: Date): Promise<Buffer> {
  return render({ title, author: '', at }, (pdf, { plain, bold }) => {
    pdf.font(bold).fontSize(16).text(title)
    pdf.moveDown().font(plain).fontSize(10)
    for (const line of text.split('\n')) {
      const quote = line.startsWith(quoteMark)
      const said = quote ? line.slice(quoteMark.length) : line
      if (said === '') pdf.moveDown()
      else
        pdf.text(said, margins.left + (quote ? inset : 0), undefined, {
          width: quote ? width - inset : width,
        })
    }
  })
}

type About = { title: string; author: string; at: Date }

// Most processes render none for hours, and what draws them takes memory: it is loaded when needed.
async function render({ title, author, at }: About, fill: (pdf: Pdf, faces: Faces) => void) {
  const { default: PDFDocument } = await import('pdfkit')
  loading ??= faces()
  const { plain, bold } = await loading
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    font: plain,
    info: { Title: title, Author: author, CreationDate: at },
  } as never)
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  fill(pdf, { plain, bold })
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
