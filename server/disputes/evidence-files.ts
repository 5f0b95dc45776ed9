import { mostEvidence } from '#contract/dispute-evidence.ts'
import type { EvidenceFile } from '#server/adapters/payments/payments.ts'
import { renderPdf, renderText } from '#server/documents/pdf.ts'
import { says } from '#server/documents/read.ts'
import type { Database } from '#server/kernel/database.ts'
import { cut, ticketsOf } from './evidence-texts.ts'
import { listTickets } from './gather.ts'

type Paper = { field: EvidenceFile; name: string; pdf: Buffer }

/**
 * The receipt or invoice of a disputed order, and the tickets of its customer, as PDFs: what a bank
 * expects as papers. Together some pages and 100 kB; Stripe takes 5 MB of a file. The same order makes
 * the same bytes until something is said in a ticket.
 */
export async function makeEvidenceFiles(db: Database, orderId: string): Promise<Paper[]> {
  const papers: Paper[] = []
  const document = await db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['receipt', 'invoice'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (document) {
    const snapshot = says(document.content)
    const name = `${snapshot.number}.pdf`
    papers.push({ field: 'receipt', name, pdf: await renderPdf(snapshot) })
  }
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'created_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const tickets = await listTickets(db, order.user_id)
  if (tickets.length > 0) {
    const text = cut(ticketsOf({ tickets }), mostEvidence)
    const pdf = await renderText('What the customer and support wrote', text, order.created_at)
    papers.push({ field: 'customer_communication', name: 'tickets.pdf', pdf })
  }
  return papers
}
