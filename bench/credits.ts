import { setTimeout as delay } from 'node:timers/promises'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { listSubscriptions } from '#server/access/subscriptions/subscriptions.ts'
import { applySome, inPieces } from '#server/outages/credits/apply.ts'
import { previewBatch } from '#server/outages/credits/preview.ts'
import { undoSome } from '#server/outages/credits/undo.ts'
import { withDatabase } from './filled.ts'
import { printRow } from './print.ts'

/** The length of each phase in milliseconds. Phases with and without a running batch alternate. */
const turn = 1000
/**
 * The maximum time that a batch is measured, in milliseconds. The rest of a larger batch is
 * skipped.
 */
const longest = 40_000

/**
 * Measures a compensation batch of the given number of subscriptions after an incident. Also
 * measures how long customers wait for their subscriptions page and for granted time, while the
 * batch runs and while it is paused. The phases alternate, so that other load on the machine slows
 * both.
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

    for (const [name, some] of [
      ['Given', applySome],
      ['Taken back', undoSome],
    ] as const) {
      const waits = { page: [[], []], grant: [[], []] } as Record<string, [number[], number[]]>
      const began = performance.now()
      const isHeld = () => Math.floor((performance.now() - began) / turn) % 2 === 1
      let over = false
      /** Two customers at a time: one opens the page and one is granted a minute. */
      const wait = async (what: 'page' | 'grant') => {
        for (let n = 0; !over; n += 1) {
          const userId = 2 + ((n * 7919) % runs)
          const grant = { userId, productId, seconds: 60, cause: 'grant' } as const
          const held = isHeld()
          const work =
            what === 'page' ? () => listSubscriptions(db, userId) : () => grantTime(db, grant)
          const taken = await secondsOf(work)
          if (held === isHeld()) waits[what]![held ? 0 : 1].push(taken)
        }
      }
      const customers = Promise.all([wait('page'), wait('grant')])
      let done = 0
      await inPieces(async (after) => {
        while (isHeld()) await delay(5)
        if (performance.now() - began > longest) return null
        const last = await some(db, batch, undefined, after)
        done = Math.max(done, last ?? 0)
        return last
      })
      const seconds = (performance.now() - began) / 1000
      over = true
      await customers
      const rate = Math.round((done / seconds) * 2).toLocaleString('en-US')
      printRow(`${name}: ${done.toLocaleString('en-US')} of ${size}`, `${rate} a second`)
      for (const what of ['page', 'grant'] as const) {
        const [before, now] = waits[what]!.map(p95) as [number, number]
        printRow(
          what === 'page' ? 'A customer’s subscriptions, p95' : 'A customer’s time granted, p95',
          `${now.toFixed(1)} ms during batches, ${before.toFixed(1)} between them`,
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
