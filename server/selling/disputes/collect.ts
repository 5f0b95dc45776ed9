import { sql } from 'kysely'
import type { Evidence } from '#contract/selling/dispute-evidence.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { documentAndTell } from '#server/selling/documents/jobs.ts'
import { writeEvidence } from './evidence-texts.ts'
import { gather } from './gather.ts'

/** Staff's texts and submitted evidence stay unchanged: the bank must read what staff have seen. */
export async function collectEvidence(shop: PlatformShop, id: number) {
  const { db, card, config } = shop
  const dispute = await db
    .selectFrom('disputes')
    .select('order_id')
    .where('id', '=', id)
    .where('collected_at', 'is', null)
    .executeTakeFirst()
  if (!dispute) return
  // A dispute may be known before its payment. There is no receipt then, so create it first.
  await documentAndTell(shop, dispute.order_id)
  const gathered = await gather(db, dispute.order_id)
  const intent = gathered.payment?.intent
  const checks = card && intent ? await card.readChecks(intent) : null
  const policy = await policyOf(db, gathered.order.refunds_version)
  const seller = { name: config.shopName, url: config.siteUrl }
  const written: Evidence = writeEvidence({ ...gathered, checks, policy, shop: seller })
  await sql`
    update disputes
       set evidence = case when answer is null then ${JSON.stringify(written)}::jsonb else '{}' end
                      || evidence, collected_at = now(),
           revision = revision + (answer is null)::int
     where id = ${id} and collected_at is null`.execute(db)
}

/** Returns a legal page in the accepted version, without the heading marks. */
async function policyOf(db: Database, version: number | null): Promise<string | null> {
  if (version === null) return null
  const found = await db
    .selectFrom('legal_versions')
    .select('body')
    .where('name', '=', 'refunds')
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.body.replace(/^(#+|>) +/gm, '') ?? null
}
