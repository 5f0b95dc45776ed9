import { documentTitles, isSaleKind, reverseChargeText } from '#contract/selling/documents.ts'
import { longDay } from '#contract/wire/time-zone.ts'
import { partiesOf } from './parties.ts'
import { type Face, type Faces, heightOf, type Pdf, type Style, write } from './pdf-text.ts'
import type { Snapshot } from './read.ts'

const dayOf = (says: Snapshot) => (at: Date) => longDay(at, says.time_zone)
const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
/** The minus sign is as wide as a digit. */
const amountOf = (cents: number) => amounts.format(cents / 100).replace('-', '−')

const grey = (face: Face, size: number): Style => ({ face, size, color: '#555555' })
const black = (face: Face, size: number): Style => ({ face, size, color: '#111111' })
const amountWidth = 100
const gap = 24

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

function room(pdf: Pdf, { bottom }: Frame, height: number) {
  if (pdf.y + height > bottom) pdf.addPage()
}

function head(pdf: Pdf, { plain, bold }: Faces, says: Snapshot, { left, width }: Frame) {
  const box = { left, width }
  write(pdf, `${documentTitles[says.kind]} ${says.number}`, black(bold, 20), box)
  write(pdf, dayOf(says)(says.issued_at), grey(plain, 10), box)
  if (says.test) write(pdf, 'Created in test mode: no money was moved.', grey(bold, 10), box)
  pdf.y += gap
  const top = pdf.y
  const half = (width - gap) / 2
  const { from, to } = partiesOf(says)
  const party = (title: string, of: readonly string[], x: number) => {
    pdf.y = top
    write(pdf, title, grey(plain, 8), { left: x, width: half })
    pdf.y += 2
    write(pdf, of.join('\n'), black(plain, 10), { left: x, width: half })
    return pdf.y
  }
  pdf.y = Math.max(party('From', from, left), party('To', to, left + half + gap)) + gap
}

function lines(pdf: Pdf, { plain, bold }: Faces, says: Snapshot, page: Frame) {
  const { left, right, width } = page
  const what = { left, width: width - amountWidth - gap }
  const amounts = { left: right - amountWidth, width: amountWidth, align: 'right' } as const
  const rule = () => {
    pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor('#bbbbbb').stroke()
    pdf.y += 8
  }
  const row = (text: string, style: Style, amount: string, amountStyle: Style) => {
    const top = pdf.y
    write(pdf, amount, amountStyle, amounts)
    pdf.y = top
    write(pdf, text, style, what)
  }
  row('Description', grey(plain, 8), says.currency, grey(plain, 8))
  pdf.y += 4
  rule()
  for (const { name, detail, discount, saved, amount } of says.lines) {
    const off = isSaleKind(says.kind) && saved > 0 && `${amountOf(saved)} off`
    const below = [detail, discount && `code ${discount}`, off].filter(Boolean).join(', ')
    const title = black(bold, 10)
    const small = grey(plain, 9)
    room(pdf, page, heightOf(name, title, what.width) + heightOf(below, small, what.width) + 12)
    row(name, title, amountOf(amount), black(plain, 10))
    write(pdf, below, small, what)
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
  const { left, right, width } = page
  const row = (term: string, cents: number, style: Style) => {
    const top = pdf.y
    write(pdf, term, style, { left, width: width - amountWidth - 8, align: 'right' })
    pdf.y = top
    const amounts = { left: right - amountWidth, width: amountWidth, align: 'right' } as const
    write(pdf, amountOf(cents), style, amounts)
    pdf.y += 5
  }
  for (const [term, cents] of rows) row(term, cents, grey(plain, 10))
  row(`Total, ${says.currency}`, says.total, black(bold, 11))
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
  const small = grey(plain, 9)
  for (const fact of facts) {
    room(pdf, page, heightOf(fact, small, page.width))
    write(pdf, fact, small, page)
    pdf.y += 3
  }
}

/** Drawn on every page, after the number of pages is known. */
function foot(pdf: Pdf, { plain }: Faces, says: Snapshot, { left, width, bottom }: Frame) {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(start + at)
    // Below the margin, where a text would otherwise start a new page.
    pdf.page.margins.bottom = 0
    pdf.y = bottom + 24
    const text = `${says.number} · ${says.shop.name} · page ${at + 1} of ${count}`
    write(pdf, text, grey(plain, 8), { left, width, align: 'center' })
  }
}
