import { documentTitles, isSaleKind, reverseChargeText } from '#contract/documents.ts'
import { longDay } from '#contract/time-zone.ts'
import type { Snapshot } from './insert.ts'
import { partiesOf } from './parties.ts'

export type Pdf = PDFKit.PDFDocument
export type Faces = { plain: string; bold: string }

const dayOf = (says: Snapshot) => (at: Date) => longDay(at, says.time_zone)
const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
/** The minus sign is as wide as a digit. */
const amountOf = (cents: number) => amounts.format(cents / 100).replace('-', '−')

const grey = '#555555'
const black = '#111111'
/** Of amounts, at the right. */
const amountWidth = 100
const gap = 24

/** Draws a document on as many pages as it takes. */
export function draw(pdf: Pdf, faces: Faces, says: Snapshot) {
  const page = frame(pdf)
  head(pdf, faces, says, page)
  lines(pdf, faces, says, page)
  sums(pdf, faces, says, page)
  facts(pdf, faces, says, page)
  foot(pdf, faces, says, page)
}

type Frame = { left: number; right: number; width: number; bottom: number }

function frame({ page }: Pdf): Frame {
  const { left, right, bottom } = page.margins
  const edge = page.width - right
  return { left, right: edge, width: edge - left, bottom: page.height - bottom }
}

/** Goes on to a new page when less than that is left. */
function room(pdf: Pdf, { bottom }: Frame, height: number) {
  if (pdf.y + height > bottom) pdf.addPage()
}

function head(pdf: Pdf, { plain, bold }: Faces, says: Snapshot, { left, width }: Frame) {
  pdf.font(bold).fontSize(20).fillColor(black)
  pdf.text(`${documentTitles[says.kind]} ${says.number}`, left, pdf.y, { width })
  pdf.font(plain).fontSize(10).fillColor(grey).text(dayOf(says)(says.issued_at), { width })
  if (says.test) pdf.font(bold).text('Made in test mode: no money was moved.', { width })
  pdf.moveDown(2)
  const top = pdf.y
  const half = (width - gap) / 2
  const { from, to } = partiesOf(says)
  const party = (title: string, of: readonly string[], x: number) => {
    pdf.font(plain).fontSize(8).fillColor(grey).text(title, x, top, { width: half })
    pdf
      .fontSize(10)
      .fillColor(black)
      .text(of.join('\n'), x, pdf.y + 2, { width: half })
    return pdf.y
  }
  pdf.y = Math.max(party('From', from, left), party('To', to, left + half + gap)) + gap
}

function lines(pdf: Pdf, { plain, bold }: Faces, says: Snapshot, page: Frame) {
  const { left, right, width } = page
  const wide = width - amountWidth - gap
  const rule = () => {
    pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor('#bbbbbb').stroke()
    pdf.y += 8
  }
  pdf.font(plain).fontSize(8).fillColor(grey)
  const top = pdf.y
  pdf.text('What', left, top, { width: wide })
  pdf.text(says.currency, right - amountWidth, top, { width: amountWidth, align: 'right' })
  pdf.y += 4
  rule()
  for (const { name, detail, discount, amount } of says.lines) {
    const below = [detail, discount && `code ${discount}`].filter(Boolean).join(', ')
    pdf.font(bold).fontSize(10)
    const tall = pdf.heightOfString(name, { width: wide })
    pdf.font(plain).fontSize(9)
    room(pdf, page, tall + pdf.heightOfString(below, { width: wide }) + 12)
    const at = pdf.y
    pdf.fontSize(10).fillColor(black)
    pdf.text(amountOf(amount), right - amountWidth, at, { width: amountWidth, align: 'right' })
    pdf.font(bold).text(name, left, at, { width: wide })
    pdf.font(plain).fontSize(9).fillColor(grey).text(below, left, pdf.y, { width: wide })
    pdf.y += 6
    rule()
  }
}

function sums(pdf: Pdf, { plain, bold }: Faces, says: Snapshot, page: Frame) {
  const rows: [string, number][] =
    says.taxes.length > 0 || says.reverse_charge ? [['Net', says.net]] : []
  if (says.reverse_charge) rows.push(['VAT, reverse charge', 0])
  for (const { rate, tax } of says.taxes) rows.push([`Tax ${rate} %`, tax])
  room(pdf, page, (rows.length + 1) * 20)
  const row = (term: string, cents: number) => {
    const at = pdf.y
    const { left, right, width } = page
    pdf.text(term, left, at, { width: width - amountWidth - 8, align: 'right' })
    pdf.text(amountOf(cents), right - amountWidth, at, { width: amountWidth, align: 'right' })
    pdf.y += 5
  }
  pdf.font(plain).fontSize(10).fillColor(grey)
  for (const [term, cents] of rows) row(term, cents)
  pdf.font(bold).fontSize(11).fillColor(black)
  row(`Total, ${says.currency}`, says.total)
}

function facts(pdf: Pdf, { plain }: Faces, says: Snapshot, page: Frame) {
  const day = dayOf(says)
  const facts = [
    says.corrects &&
      `${isSaleKind(says.kind) ? 'Follows' : 'Corrects'} ${says.corrects}${says.reason ? `: ${says.reason}` : ''}`,
    `Paid ${day(says.paid_at)}, ${says.payment}`,
    `Order ${says.order}`,
    reverseChargeText(says, day),
    says.note,
  ].filter((fact) => fact !== null)
  pdf.y += gap
  pdf.font(plain).fontSize(9).fillColor(grey)
  for (const fact of facts) {
    room(pdf, page, pdf.heightOfString(fact, { width: page.width }))
    pdf.text(fact, page.left, pdf.y, { width: page.width })
    pdf.y += 3
  }
}

/** On every page, once it is known how many there are. */
function foot(pdf: Pdf, { plain }: Faces, says: Snapshot, { left, width, bottom }: Frame) {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(start + at)
    // Below the margin, where a text would begin a page.
    pdf.page.margins.bottom = 0
    pdf.font(plain).fontSize(8).fillColor(grey)
    const text = `${says.number} · ${says.shop.name} · page ${at + 1} of ${count}`
    pdf.text(text, left, bottom + 24, { width, align: 'center', height: 10, ellipsis: true })
  }
}
