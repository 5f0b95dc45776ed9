import { applySome, inPieces } from '#server/credits/apply.ts'
import { previewBatch } from '#server/credits/preview.ts'
import { undoSome } from '#server/credits/undo.ts'
import { grantTime } from '#server/subscriptions/ledger.ts'
import { listSubscriptions } from '#server/subscriptions/subscriptions.ts'
import { withDatabase } from './filled.ts'
import { printRow } from './print.ts'

/** How long it is looked at what customers wait for while no batch is given, in milliseconds. */
const quiet = 5000

/**
 * A batch after an incident, of so many runs; and how long customers wait meanwhile for the page of their
 * subscriptions and for time that they are given, beside how long they do at other times.
 */
export function measureCredits(runs: number, aim: number) {
  return withDatabase(async ({ db, run }) => {
    await run(
      `insert into users (username, email, admin) values ('staff', 'staff@example.com', true)`,
      `insert into products (slug, name, price_cents) values ('game', 'Game', 1999)`,
      `insert into users (username, email)
         select 'user-' || n, 'user-' || n || '@example.com' from generate_series(1, ${runs}) n`,
      `insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
         select users.id, products.id, now() - interval '10 days', 2592000, now() + interval '20 days'
           from users, products where not admin`,
      `insert into product_modules (product_id, repo) select id, 'module' from products`,
      `insert into incidents (title, status, state, starts_at, ended_at, created_by)
         select 'Down', 'offline', 'closed', now() - interval '5 hours', now() - interval '2 hours', id
           from users where admin`,
      `insert into incident_modules (incident_id, repo) select id, 'module' from incidents`,
      `insert into credit_batches (title, incident_id, created_by, state)
         select title, id, created_by, 'previewing' from incidents`,
      'analyze',
    )
    const { id: batch } = await db
      .selectFrom('credit_batches')
      .select('id')
      .executeTakeFirstOrThrow()
    const size = `${runs.toLocaleString('en-US')} runs`
    const preview = await secondsOf(() => previewBatch(db, batch))
    printRow(`Preview of ${size}`, `${preview.toFixed(1)} s`)
    const { product_id: productId } = await db
      .selectFrom('subscriptions')
      .select('product_id')
      .executeTakeFirstOrThrow()

    /** Two customers at a time, of whom one looks and one is given a minute. */
    async function customersWait(over: () => boolean) {
      const waits = { page: [] as number[], grant: [] as number[] }
      const each = async (what: keyof typeof waits) => {
        for (let turn = 0; !over(); turn += 1) {
          const userId = 2 + ((turn * 7919) % runs)
          const grant = { userId, productId, seconds: 60, cause: 'grant' } as const
          const work =
            what === 'page' ? () => listSubscriptions(db, userId) : () => grantTime(db, grant)
          waits[what].push(await secondsOf(work))
        }
      }
      await Promise.all([each('page'), each('grant')])
      return waits
    }

    for (const [name, some] of [
      ['Given', applySome],
      ['Taken back', undoSome],
    ] as const) {
      let over = false
      const until = performance.now() + quiet
      const alone = await customersWait(() => performance.now() > until)
      const beside = customersWait(() => over)
      const taken = await secondsOf(async () => {
        await inPieces((after) => some(db, batch, undefined, after))
      })
      over = true
      const meanwhile = await beside
      const rate = Math.round(runs / taken).toLocaleString('en-US')
      printRow(`${name}: ${size}`, `${taken.toFixed(1)} s, ${rate} a second`)
      for (const what of ['page', 'grant'] as const) {
        const [before, now] = [p95(alone[what]), p95(meanwhile[what])]
        printRow(
          what === 'page' ? 'A customer’s subscriptions, p95' : 'A customer’s time granted, p95',
          `${now.toFixed(1)} ms meanwhile, ${before.toFixed(1)} before`,
          `${(now / before).toFixed(2)} ×${what === 'page' ? `, aim ${aim}` : ''}`,
        )
      }
    }
  })
}

/** In milliseconds. */
function p95(waits: number[]): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 1000
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
