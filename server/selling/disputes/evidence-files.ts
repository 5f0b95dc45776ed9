import { type Evidence, mostEvidence } from '#contract/selling/dispute-evidence.ts'
import type { EvidenceFile } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { findUndrawable } from '#server/platform/media/fallback-fonts.ts'
import { renderPdf, renderText } from '#server/selling/documents/pdf.ts'
import { says } from '#server/selling/documents/read.ts'
import { cut, ticketsOf } from './evidence-texts.ts'
import { listTickets } from './gather.ts'

type Paper = { field: EvidenceFile; name: string; pdf: Buffer }

const tells =
  (heading: string) =>
  ({ uncategorized_text: text }: Evidence) =>
    text?.split('\n').some((line) => line.trim() === heading) ?? false
const tellsReceipt = tells('RECEIPT')
const tellsTickets = tells('TICKETS')

export async function nameEvidenceFiles(db: Database, orderId: string, evidence: Evidence) {
  const document = tellsReceipt(evidence) && (await findDocument(db, orderId))
  const asked =
    tellsTickets(evidence) &&
    (await db
      .selectFrom('tickets')
      .innerJoin('orders', 'orders.user_id', 'tickets.user_id')
      .select('tickets.id')
      .where('orders.id', '=', orderId)
      .limit(1)
      .executeTakeFirst())
  return [...(document ? [`${document.name}.pdf`] : []), ...(asked ? [ticketsFile] : [])]
}

/** PDFs of some 100 kB (Stripe accepts 5 MB). Same bytes for the same order and messages. */
export async function makeEvidenceFiles(
  db: Database,
  orderId: string,
  evidence: Evidence,
): Promise<Paper[]> {
  const papers: Paper[] = []
  const document = tellsReceipt(evidence) && (await findDocument(db, orderId))
  if (document) {
    const pdf = await renderPdf(says(document.content))
    papers.push({ field: 'receipt', name: `${document.name}.pdf`, pdf })
  }
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'created_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const tickets = tellsTickets(evidence) ? await listTickets(db, order.user_id) : []
  if (tickets.length > 0) {
    const text = cut(ticketsOf({ tickets }), mostEvidence)
    const said = (await findUndrawable(text)).length > 0 ? `${incomplete}\n\n${text}` : text
    const pdf = await renderText('Messages of the customer and support', said, order.created_at)
    papers.push({ field: 'customer_communication', name: ticketsFile, pdf })
  }
  return papers
}

const ticketsFile = 'tickets.pdf'

const incomplete =
  'This file cannot show some characters of the messages and shows boxes instead. The text under TICKETS, which was submitted with this file, contains them.'

function findDocument(db: Database, orderId: string) {
  return db
    .selectFrom('documents')
    .select(['name', 'content'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['receipt', 'invoice'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
