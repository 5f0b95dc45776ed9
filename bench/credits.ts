import { applySome, inPieces } from '#server/credits/apply.ts'
import { previewBatch } from '#server/credits/preview.ts'
import { undoSome } from '#server/credits/undo.ts'
import { grantTime } from '#server/subscriptions/ledger.ts'
import { withDatabase } from './filled.ts'
import { printRow } from './print.ts'

/** A batch after an incident, of so many runs; and how long customers' time waits for it meanwhile. */
export function measureCredits(runs: number) {
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
      const waits: number[] = []
      let over = false
      const beside = (async () => {
        for (let turn = 0; !over; turn += 1) {
          const userId = 2 + ((turn * 7919) % runs)
          const grant = { userId, productId, seconds: 60, cause: 'grant' } as const
          waits.push(await secondsOf(() => grantTime(db, grant)))
        }
      })()
      const taken = await secondsOf(async () => {
        await inPieces((after) => some(db, batch, undefined, after))
      })
      over = true
      await beside
      waits.sort((a, b) => a - b)
      const p95 = (waits[Math.floor(waits.length * 0.95)] ?? 0) * 1000
      const rate = Math.round(runs / taken).toLocaleString('en-US')
      printRow(`${name}: ${size}`, `${taken.toFixed(1)} s, ${rate} a second`)
      printRow('A customer’s time granted meanwhile, p95', `${p95.toFixed(1)} ms`)
    }
  })
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
