import PDFDocument from 'pdfkit'
import { readTypeface } from '#server/platform/media/dejavu.ts'
import { renderPdf } from '#server/selling/documents/pdf.ts'
import { draw } from '#server/selling/documents/pdf-layout.ts'
import type { Faces, Pdf } from '#server/selling/documents/pdf-text.ts'
import { invoice } from '#server/selling/documents/testing/invoice.ts'
import { watchCalm } from './calm.ts'
import { printRatio, printRow } from './print.ts'

const says: typeof invoice = {
  ...invoice,
  seller: {
    name: 'Łódź Żelazo Sp. z o.o.',
    address: 'ул. Київська 7\n00-001 Łódź',
    contact: 'books@shop.example',
    number: 'PL 1234567890',
  },
  lines: [
    {
      name: 'Counter-Strike 2',
      detail: '3 Months',
      discount: 'WELCOME10',
      saved: 100,
      amount: 4857,
    },
    { name: 'Second Knuckle', detail: '1 Month', discount: null, saved: 0, amount: 1999 },
  ],
  taxes: [{ rate: 23, net: 5574, tax: 1282 }],
  net: 5574,
  tax: 1282,
  total: 6856,
}

const rounds = 5
const count = 40

/**
 * Measures how many PDFs with two lines a process renders per second, compared with pdfkit for the
 * same page: each text with its position, in the same fonts.
 */
export async function measureDocuments(aim: number) {
  const faces = await openFaces()
  const strokes = await recordPage(faces)
  const calm = watchCalm()
  const ours: number[] = []
  const theirs: number[] = []
  const used = { ours: 0, made: 0 }
  // The first call of each reads and compiles what later calls reuse.
  await renderPdf(says)
  await replay(strokes)
  for (let round = 0; round < rounds; round += 1) {
    calm.sample()
    const before = process.cpuUsage()
    ours.push(await rateOf(() => renderPdf(says)))
    const { user, system } = process.cpuUsage(before)
    used.ours += (user + system) / 1e6
    used.made += count
    theirs.push(await rateOf(() => replay(strokes)))
  }
  calm.sample()
  printRatio('Documents rendered a second', ours, theirs, aim, calm.verdict())
  printRow('With a processor to itself', String(Math.round(used.made / used.ours)))
}

async function rateOf(make: () => Promise<Buffer>): Promise<number> {
  const began = performance.now()
  for (let made = 0; made < count; made += 1) await make()
  return (count * 1000) / (performance.now() - began)
}

async function openFaces(): Promise<Faces> {
  const { plain, bold } = await readTypeface()
  return { plain: [plain], bold: [bold] }
}

type Stroke = [name: string, given: unknown[]]

const drawing = new Set(
  'registerFont font fontSize fillColor text moveTo lineTo lineWidth strokeColor stroke'.split(' '),
)

/** Records the drawing operations of the shop's layout, with the position of each text. */
async function recordPage(faces: Faces): Promise<Stroke[]> {
  const strokes: Stroke[] = []
  const options = { size: 'A4', bufferPages: true, font: null }
  const margins = { top: 56, bottom: 72, left: 56, right: 56 }
  const pdf: Pdf = new PDFDocument({ ...options, margins } as never)
  const recorder: Pdf = new Proxy(pdf, {
    get(target, name) {
      const found = Reflect.get(target, name)
      if (typeof found !== 'function') return found
      return (...given: unknown[]) => {
        const [text, x, y, style] = given
        const places = typeof x === 'number' ? [x, y ?? target.y, style] : [target.x, target.y, x]
        if (drawing.has(String(name)))
          strokes.push([String(name), name === 'text' ? [text, ...places] : given])
        const answer = found.apply(target, given)
        return answer === target ? recorder : answer
      }
    },
  })
  draw(recorder, faces, says)
  if (pdf.bufferedPageRange().count !== 1) throw new Error('It takes more than a page')
  pdf.end()
  return strokes
}

async function replay(strokes: readonly Stroke[]): Promise<Buffer> {
  const pdf: Pdf = new PDFDocument({ size: 'A4', margin: 0, font: null } as never)
  const parts: Buffer[] = []
  const ended = new Promise((resolve, reject) => {
    pdf
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', resolve)
      .on('error', reject)
  })
  for (const [name, given] of strokes)
    (pdf[name as keyof Pdf] as (...all: unknown[]) => unknown).apply(pdf, given)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
