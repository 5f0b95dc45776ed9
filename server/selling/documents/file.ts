import { sql } from 'kysely'
import { documentRefusals } from '#contract/selling/documents.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashOf, renderPdf } from './pdf.ts'
import { says } from './read.ts'

export type DocumentFile = { name: string; pdf: Buffer }

/** Throws 404, also for the documents of other customers. */
export async function getOwnFile(db: Database, userId: number, orderId: string, number: string) {
  const found = await select(db, number)
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return render(db, found)
}

/** Returns the document with this number as a file, for any customer. Throws `unknown_document`. */
export async function getFile(db: Database, number: string): Promise<DocumentFile> {
  return render(db, await select(db, number).executeTakeFirst())
}

function select(db: Database, number: string) {
  return db
    .selectFrom('documents')
    .select(['documents.id', 'content'])
    .where('documents.name', '=', number)
}

type Found = { id: number; content: string } | undefined

/** Stores the file's hash, so that a forged document can be detected later. */
async function render(db: Database, found: Found): Promise<DocumentFile> {
  if (!found) throw new Refusal(documentRefusals.unknown_document)
  const snapshot = says(found.content)
  const pdf = await renderPdf(snapshot)
  await sql`insert into document_files (document_id, sha256) values (${found.id}, ${hashOf(pdf)})
    on conflict do nothing`.execute(db)
  return { name: snapshot.number, pdf }
}
