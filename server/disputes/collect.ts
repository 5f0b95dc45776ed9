import { sql } from 'kysely'
import type { Evidence } from '#contract/dispute-evidence.ts'
import { documentAndTell } from '#server/documents/jobs.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/shop/shop.ts'
import { writeEvidence } from './evidence-texts.ts'
import { gather } from './gather.ts'

/**
 * Writes the evidence of a dispute that was opened, once. Fields that somebody has written meanwhile
 * stay as they are, and so does all that was submitted: a bank reads what staff have seen.
 */
export async function collectEvidence(shop: Shop, id: number) {
  const { db, card, config } = shop
  const dispute = await db
    .selectFrom('disputes')
    .select('order_id')
    .where('id', '=', id)
    .where('collected_at', 'is', null)
    .executeTakeFirst()
  if (!dispute) return
  // One of which the shop heard before its payment has no receipt yet to be told of.
  await documentAndTell(shop, dispute.order_id)
  const gathered = await gather(db, dispute.order_id)
  const intent = gathered.payment?.intent
  const checks = card && intent ? await card.readChecks(intent) : null
  const policy = await policyOf(db, gathered.order.refunds_edition)
  const seller = { name: config.shopName, url: config.siteUrl }
  const written: Evidence = writeEvidence({ ...gathered, checks, policy, shop: seller })
  await sql`
    update disputes
       set evidence = case when answer is null then ${JSON.stringify(written)}::jsonb else '{}' end
                      || evidence, collected_at = now(),
           revision = revision + (answer is null)::int
     where id = ${id} and collected_at is null`.execute(db)
}

/** A legal page as it stood when it was accepted, without the marks of its headings. */
async function policyOf(db: Database, edition: number | null): Promise<string | null> {
  if (edition === null) return null
  const found = await db
    .selectFrom('legal_editions')
    .select('body')
    .where('name', '=', 'refunds')
    .where('edition', '=', edition)
    .executeTakeFirst()
  return found?.body.replace(/^(#+|>) +/gm, '') ?? null
}
