import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { applyBatch } from '#server/outages/credits/apply.ts'
import { tellCredits } from '#server/outages/credits/jobs.ts'
import { previewBatch } from '#server/outages/credits/preview.ts'
import { daysAgo } from './days.ts'
import type { People } from './people.ts'

/** Which modules the products need. */
const needs = {
  cs2: ['loader', 'cs2-demo-reader'],
  'vantage-six': ['loader', 'telemetry-racing'],
  'dead-freight': ['loader', 'freight-market'],
} as const

const hours = (count: number) => count / 24

/** Creates a maintenance window in progress, and an outage that was compensated. */
export async function seedIncidents(tx: Tx, { admin }: People, now: Date): Promise<void> {
  for (const [slug, repos] of Object.entries(needs))
    await sql`
      insert into product_modules (product_id, repo)
      select id, unnest(${repos}::text[]) from products where slug = ${slug}`.execute(tx)

  const market = await addIncident(tx, {
    title: 'Rebuilding the market data of Dead Freight',
    repo: 'freight-market',
    status: 'maintenance',
    from: daysAgo(now, hours(4)),
    to: null,
    admin,
  })
  await addUpdate(
    tx,
    admin,
    market,
    daysAgo(now, hours(4)),
    'Yesterday’s patch changed where the game stores its prices. We are updating the market to read them again, and expect to finish this evening.',
  )

  const [from, to] = [daysAgo(now, 3), daysAgo(now, 3 - hours(3.2))]
  const reader = await addIncident(tx, {
    title: 'Counter-Strike 2 demos could not be read',
    repo: 'cs2-demo-reader',
    status: 'offline',
    from,
    to,
    admin,
  })
  await addUpdate(
    tx,
    admin,
    reader,
    from,
    'Since this afternoon’s game update, the demo reader stops with an error. We are investigating.',
  )
  await addUpdate(
    tx,
    admin,
    reader,
    to,
    'Version 9.2.3 reads demos again. Everyone with an active subscription at that time gets the lost time credited.',
  )
  await sql`
    insert into module_periods (repo, status, since)
    select repo, 'operational', ${daysAgo(now, 92)} from modules`.execute(tx)
  await tx
    .insertInto('module_periods')
    .values([
      { repo: 'cs2-demo-reader', status: 'offline', since: from },
      { repo: 'cs2-demo-reader', status: 'operational', since: to },
      { repo: 'loader', status: 'updating', since: daysAgo(now, hours(63)) },
    ])
    .execute()
  await credit(tx, admin, reader)
}

/** Compensates customers as staff would: with a preview, a confirmation, and mails in the queue. */
async function credit(tx: Tx, admin: number, incident: number) {
  const { id } = await tx
    .insertInto('credit_batches')
    .values((eb) => ({
      incident_id: incident,
      state: 'previewing',
      title: eb.selectFrom('incidents').select('title').where('id', '=', incident),
      created_by: admin,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await previewBatch(tx, id)
  await tx
    .updateTable('credit_batches')
    .set({ state: 'confirmed', confirmed_by: admin, confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await applyBatch(tx, id)
  await enqueue(tx, tellCredits, { batch: id })
}

type PastIncident = {
  title: string
  repo: string
  status: 'maintenance' | 'offline'
  from: Date
  to: Date | null
  admin: number
}

async function addIncident(tx: Tx, { title, repo, status, from, to, admin }: PastIncident) {
  const { id } = await tx
    .insertInto('incidents')
    .values({
      title,
      status,
      state: to ? 'closed' : 'open',
      starts_at: from,
      ended_at: to,
      created_by: admin,
      created_at: from,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('incident_modules').values({ incident_id: id, repo }).execute()
  return id
}

function addUpdate(tx: Tx, admin: number, incident_id: number, created_at: Date, text: string) {
  return tx
    .insertInto('incident_updates')
    .values({ incident_id, text, created_by: admin, created_at })
    .execute()
}
