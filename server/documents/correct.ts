import type { Tx } from '#server/kernel/database.ts'
import { insertDocument, type Snapshot } from './insert.ts'
import type { Made, Sold } from './order.ts'
import { sumBack } from './taxes.ts'

type Line = Snapshot['lines'][number]

/**
 * Takes back what went back: a credit note for each refund that the provider has taken and for a
 * dispute that was lost, and a cancellation of it where the money stayed after all.
 */
export async function correct(tx: Tx, sold: Sold, made: Made[]) {
  const sale = made.find(({ corrects }) => corrects === null)!
  const write = async (wanted: Pick<Snapshot, 'kind' | 'lines' | 'reason'> & Links) => {
    const { kind, lines, reason, of, refund } = wanted
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const back = made.reduce((sum, { corrects, says }) => sum + (corrects ? says.total : 0), 0)
    const says = {
      ...sale.says,
      kind,
      reason,
      lines,
      corrects: of.says.number,
      ...sumBack(total, sale.says.taxes[0]?.rate ?? null, back),
    }
    const links = { correctsId: of.id, ...(refund && { refundId: refund }) }
    const { id, name } = await insertDocument(tx, { ...says, ...links })
    made.push({ id, corrects: of.id, refund: refund ?? null, says: { ...says, number: name! } })
  }

  for (const credit of made.filter((each) => isOpen(each, made))) {
    const failed = sold.refunds.find(({ id }) => id === credit.refund)?.status
    const cameBack = credit.refund
      ? failed === 'failed' || failed === 'canceled'
      : sold.dispute_lost_at === null && sold.status === 'finished'
    if (!cameBack) continue
    await write({
      kind: 'cancellation',
      lines: credit.says.lines.map((line) => ({ ...line, amount: -line.amount })),
      reason: credit.refund ? 'The refund did not arrive' : 'The dispute was won',
      of: credit,
      ...(credit.refund && { refund: credit.refund }),
    })
  }
  for (const { id, status, items } of sold.refunds) {
    if (status === 'failed' || status === 'canceled') continue
    if (made.some(({ refund }) => refund === id)) continue
    const lines = within(made, items)
    if (lines.length > 0)
      await write({ kind: 'credit_note', lines, reason: 'Refund', of: sale, refund: id })
  }
  if (sold.dispute_lost_at && !made.some((each) => !each.refund && isOpen(each, made))) {
    const lines = within(made, null)
    if (lines.length > 0)
      await write({ kind: 'credit_note', lines, reason: 'Payment reversed by the bank', of: sale })
  }
}

type Links = { of: Made; refund?: string }

/** A credit note that no cancellation has taken back. */
function isOpen({ id, says }: Made, made: readonly Made[]): boolean {
  return says.kind === 'credit_note' && !made.some(({ corrects }) => corrects === id)
}

/**
 * Lines that take back so much of each item, never more than its documents have left of it; all that
 * is left where nothing is named.
 */
function within(made: readonly Made[], wanted: { name: string; cents: number }[] | null): Line[] {
  const left = new Map<string, { line: Line; cents: number }>()
  for (const { says } of made)
    for (const line of says.lines) {
      const { cents = 0, line: first = line } = left.get(line.name) ?? {}
      left.set(line.name, { line: first, cents: cents + line.amount })
    }
  const asked = wanted ?? [...left].map(([name, { cents }]) => ({ name, cents }))
  return asked.flatMap(({ name, cents }) => {
    const of = left.get(name)
    const back = Math.min(cents, of?.cents ?? 0)
    return of && back > 0 ? [{ ...of.line, amount: -back }] : []
  })
}
