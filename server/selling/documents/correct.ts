import type { Tx } from '#server/kernel/database/database.ts'
import { split } from '#server/selling/orders/split.ts'
import { insertDocument } from './insert.ts'
import { type Made, reverseChargeOf, type Sold } from './order.ts'
import type { Snapshot } from './read.ts'
import { sumBack, sumOf } from './taxes.ts'

type Line = Snapshot['lines'][number]

const byBank = 'Payment reversed by the bank'

/**
 * Issues a credit note for each refund and lost dispute, and cancels it if the money stayed.
 * Returns the id of a new document without tax, if VIES confirmed the company late.
 */
export async function correct(tx: Tx, sold: Sold, made: Made[], at?: Date) {
  const writer = writerOf(tx, made, at)
  await cancelWhatStayed(sold, made, writer)
  const madeAnew = await makeAnew(sold, made, writer)
  await creditRefunds(sold, made, writer)
  await creditLoss(sold, made, writer)
  return madeAnew
}

type Writer = ReturnType<typeof writerOf>

/** Writes corrections of an order's documents, and adds them to `made`. */
function writerOf(tx: Tx, made: Made[], at?: Date) {
  const add = async ({ of, refund }: Links, says: Wanted) => {
    const written = await insertDocument(tx, {
      ...says,
      ...(at && { at }),
      correctsId: of.id,
      ...(refund && { refundId: refund }),
    })
    made.push(written)
    return written
  }
  const takeBack = (wanted: Pick<Snapshot, 'kind' | 'lines' | 'reason'> & Links) => {
    const { kind, lines, reason, of, refund } = wanted
    const total = totalOf(lines)
    return add(
      { of, ...(refund && { refund }) },
      {
        ...of.says,
        ...{ kind, reason, lines, corrects: of.says.number },
        ...sumBack(total, of.says.taxes[0]?.rate ?? null, backOf(of.says, made)),
      },
    )
  }
  return { add, takeBack }
}

/** Cancels the credit notes of money that the shop kept after all, such as of a failed refund. */
async function cancelWhatStayed(sold: Sold, made: readonly Made[], { takeBack }: Writer) {
  for (const credit of made.filter((each) => isOpen(each, made))) {
    const refund = sold.refunds.find(({ id }) => id === credit.refund)
    const cameBack = credit.refund
      ? refund?.status === 'failed' || refund?.status === 'canceled'
      : sold.dispute_lost_at === null && sold.status === 'finished'
    if (!cameBack) continue
    await takeBack({
      kind: 'cancellation',
      lines: credit.says.lines.map((line) => ({ ...line, amount: -line.amount })),
      reason:
        credit.refund && !refund?.dispute_id ? 'The refund did not arrive' : 'The dispute was won',
      of: credit,
      ...(credit.refund && { refund: credit.refund }),
    })
  }
}

/** Issues a document with tax again, under reverse charge. Returns the id of the new document. */
async function makeAnew(sold: Sold, made: readonly Made[], { add, takeBack }: Writer) {
  const reverse_charge = reverseChargeOf(sold)
  const taxed = made.filter(({ says }) => !says.reverse_charge)
  const [sale] = taxed
  // Without a country, the document was issued without tax, so there is no tax to reverse.
  if (!reverse_charge || !sale?.says.buyer.country) return undefined
  const lines = within(taxed, null)
  if (lines.length === 0) return undefined
  const confirmed = 'VAT ID confirmed: reverse charge'
  const credit = await takeBack({ kind: 'credit_note', lines, reason: confirmed, of: sale })
  const anew = lines.map((line) => ({ ...line, amount: -line.amount }))
  const { id } = await add(
    { of: credit },
    {
      ...sale.says,
      ...{ reverse_charge, lines: anew, corrects: credit.says.number },
      reason: `Replaces ${sale.says.number} under reverse charge`,
      ...sumOf(totalOf(anew), null),
    },
  )
  return id
}

const saleOf = (made: readonly Made[]) => made.findLast(({ says }) => isSale(says))!

async function creditRefunds(sold: Sold, made: readonly Made[], { takeBack }: Writer) {
  const sale = saleOf(made)
  for (const { id, status, items, dispute_id } of sold.refunds) {
    if (status === 'failed' || status === 'canceled') continue
    if (made.some(({ refund }) => refund === id)) continue
    const lines = within(made, items)
    const reason = dispute_id ? byBank : 'Refund'
    if (lines.length > 0)
      await takeBack({ kind: 'credit_note', lines, reason, of: sale, refund: id })
  }
}

async function creditLoss(sold: Sold, made: readonly Made[], { takeBack }: Writer) {
  if (!sold.dispute_lost_at) return
  const noted = made.filter((each) => !each.refund && isOpen(each, made))
  const lines = takenByBank(within(made, null), sold, noted)
  if (lines.length > 0)
    await takeBack({ kind: 'credit_note', lines, reason: byBank, of: saleOf(made) })
}

/** The amount that a bank has taken and no credit note covers. It may be a part of the order. */
function takenByBank(left: Line[], { lost_cents: lost }: Sold, noted: readonly Made[]): Line[] {
  if (lost === null) return noted.length > 0 ? [] : left
  const open = lost + noted.reduce((sum, { says }) => sum + says.total, 0)
  const sums = left.map(({ amount }) => -amount)
  const taken = Math.max(0, Math.min(open, -totalOf(left)))
  const shares = split(taken, sums)
  return left.flatMap((line, at) => (shares[at] ? [{ ...line, amount: -shares[at] }] : []))
}

type Wanted = Omit<Snapshot, 'number' | 'issued_at'>
type Links = { of: Made; refund?: string }

const isSale = ({ kind }: Pick<Snapshot, 'kind'>) => kind === 'receipt' || kind === 'invoice'

const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function backOf({ reverse_charge }: Pick<Snapshot, 'reverse_charge'>, made: readonly Made[]) {
  const alike = made.filter(
    ({ says }) => !isSale(says) && Boolean(says.reverse_charge) === Boolean(reverse_charge),
  )
  return alike.reduce((sum, { says }) => sum + says.total, 0)
}

function isOpen({ id, says }: Made, made: readonly Made[]): boolean {
  return says.kind === 'credit_note' && !made.some(({ corrects }) => corrects === id)
}

/** Reverses at most what the documents have left; without named items, all of it. */
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
