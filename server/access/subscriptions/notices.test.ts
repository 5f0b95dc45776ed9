import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { grantTime } from './ledger.ts'
import { mailEnding, sendNotices } from './notices.ts'
import { daysToSeconds } from './time.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))

type Run = Awaited<ReturnType<typeof subscribe>>

let products = 0
const hour = 3600

type Customer = Awaited<ReturnType<typeof signInAs>>['user']

/** A customer with a month of a new product, and functions that move its dates. */
async function subscribe({ disabled = false, by }: { disabled?: boolean; by?: Customer } = {}) {
  const user = by ?? (await signInAs(shop.db)).user
  products += 1
  const name = `Game ${products}`
  const pair = { userId: user.id, productId: await addProduct(shop.db, { name, disabled }) }
  const grant = (seconds: number) => grantTime(shop.db, { ...pair, seconds, cause: 'grant' })
  await grant(daysToSeconds(30))
  return {
    ...pair,
    name,
    email: user.email,
    user,
    grant,
    /** Moves the latest run so that this many days of it are left. */
    async leave(days: number) {
      const run = await shop.db
        .selectFrom('subscriptions')
        .select(['id', 'term_length'])
        .where('user_id', '=', user.id)
        .where('product_id', '=', pair.productId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const ends = Date.now() + daysToSeconds(days) * 1000
      await shop.db
        .updateTable('subscriptions')
        .set({ created_at: new Date(ends - run.term_length * 1000), ends_at: new Date(ends) })
        .where('id', '=', run.id)
        .execute()
    },
  }
}

/** Adds a paid order for three months of a run's product, or for this many days. */
async function bought(
  { userId: user_id, productId: product_id }: { userId: number; productId: number },
  type: 'card' | 'crypto',
  pay_currency: string | null,
  days = 90,
) {
  const paid = { user_id, type, total_cents: 300, payment_status: 'finished' as const }
  const order = await shop.db
    .insertInto('orders')
    .values(paid)
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await shop.db
    .insertInto('order_items')
    .values({
      ...{ order_id: order.id, product_id, product_name: 'Game', months: 3, list_cents: 300 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider: type === 'card' ? 'stripe' : 'nowpayments',
      provider_id: `paid-${order.id}`,
      amount_cents: 300,
      status: 'finished',
      pay_currency,
    })
    .execute()
  await grantTime(shop.db, {
    userId: user_id,
    productId: product_id,
    seconds: daysToSeconds(days),
    cause: 'purchase',
    orderItemId: item.id,
  })
}

async function told(email: string) {
  await sendNotices(shop.db, shop.shop.config)
  return (await receive(shop, email)).map(({ subject }) => subject)
}

const subject = (name: string, when: string) => `Your ${name} subscription ${when}`

test('notifies 7, 3 and 1 day before the expiry and at the expiry, each once', async () => {
  const run = await subscribe()
  const expected: string[] = []
  const steps: [number, string | null][] = [
    [7.2, null],
    [6.99, 'expires in 7 days'],
    [5, null],
    [3.1, null],
    [2.9, 'expires in 3 days'],
    [1.5, null],
    [0.9, 'expires in 1 day'],
    [0.01, null],
    [-0.01, 'has expired'],
    [-2, null],
  ]
  for (const [days, when] of steps) {
    await run.leave(days)
    if (when) expected.push(subject(run.name, when))
    expect(await told(run.email)).toEqual(expected)
    expect(await told(run.email)).toEqual(expected)
  }
})

test('overlapping runs of the job send a notice once', async () => {
  const run = await subscribe()
  await run.leave(2)
  await Promise.all(Array.from({ length: 5 }, () => sendNotices(shop.db, shop.shop.config)))
  expect(await told(run.email)).toEqual([subject(run.name, 'expires in 2 days')])
})

/** Returns a customer with this many subscriptions. */
async function subscribeTo(count: number) {
  const first = await subscribe()
  const runs = [first]
  while (runs.length < count) runs.push(await subscribe({ by: first.user }))
  return { runs, email: first.email, first }
}

test('subscriptions that expire together share one mail with the date and link of each', async () => {
  const { runs, email, first } = await subscribeTo(7)
  const gone = await subscribe({ by: first.user, disabled: true })
  for (const run of [...runs, gone]) await bought(run, 'crypto', 'ltc')
  for (const [days, subjects] of [
    [6.9, ['8 of your subscriptions expire within 7 days']],
    [2.9, ['8 of your subscriptions expire within 3 days']],
    [-0.1, ['8 of your subscriptions have expired']],
  ] as const) {
    for (const run of [...runs, gone]) await run.leave(days)
    expect((await told(email)).slice(-subjects.length)).toEqual(subjects)
  }
  expect(await told(email)).toHaveLength(3)
  const { siteUrl } = shop.shop.config
  for (const mail of await receive(shop, email)) {
    for (const { name, productId } of runs) {
      const link = `${siteUrl}/cart?add=${productId}&plan=3m&pay=ltc`
      expect(mail.text).toMatch(new RegExp(`^${name}: .+\\d{4} at .+\nRenew \\(3 months\\): `, 'm'))
      expect(mail.text).toContain(`${link}\n`)
      expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    }
    expect(mail.text).toMatch(new RegExp(`^${gone.name}: .+\nCurrently not for sale$`, 'm'))
    expect(mail.text).not.toContain(`add=${gone.productId}&`)
  }
})

test('subscriptions that expire at other times get mails of their own', async () => {
  const { runs, email } = await subscribeTo(3)
  const [soon, later, latest] = runs as [Run, Run, Run]
  await soon.leave(0.5)
  await later.leave(6.5)
  await latest.leave(6.6)
  expect((await told(email)).sort()).toEqual([
    '2 of your subscriptions expire within 7 days',
    subject(soon.name, 'expires in 1 day'),
  ])
  await later.leave(2.5)
  expect((await told(email)).slice(2)).toEqual([subject(later.name, 'expires in 3 days')])
})

test('concurrent or interrupted runs send one mail for several subscriptions', async () => {
  const { runs, email } = await subscribeTo(4)
  for (const run of runs) await run.leave(2)
  await sql`alter table mails add constraint cut
    check (recipient <> ${sql.lit(email)}) not valid`.execute(shop.db)
  await expect(sendNotices(shop.db, shop.shop.config)).rejects.toThrow(/^1 customers .*cut/)
  await sql`alter table mails drop constraint cut`.execute(shop.db)
  await Promise.all(Array.from({ length: 5 }, () => sendNotices(shop.db, shop.shop.config)))
  expect(await told(email)).toEqual(['4 of your subscriptions expire within 2 days'])
})

test('subscriptions that do not fit into one mail follow in another', async () => {
  const { runs, email } = await subscribeTo(22)
  for (const run of runs) await run.leave(2)
  expect((await told(email)).sort()).toEqual([
    '2 of your subscriptions expire within 2 days',
    '20 of your subscriptions expire within 2 days',
  ])
})

test('resending a notice of several leaves out those that continue or have expired', async () => {
  const { runs, email } = await subscribeTo(4)
  const [over, renewed] = runs as [Run, Run]
  for (const run of runs) await run.leave(2)
  await told(email)
  const first = await shop.db
    .selectFrom('mails')
    .select(['about', 'user_id'])
    .where('recipient', '=', email)
    .where('template', '=', 'subscription-ending')
    .executeTakeFirstOrThrow()
  await over.leave(-0.5)
  await renewed.leave(20)
  const { subscriptions } = first.about as { subscriptions: number[] }
  expect(subscriptions).toHaveLength(4)
  await mailEnding(shop.db, shop.shop.config, subscriptions)
  const [, again] = await receive(shop, email)
  expect(again!.subject).toBe('2 of your subscriptions expire within 2 days')
  for (const { name } of [over, renewed]) expect(again!.text).not.toContain(`${name}:`)
})

test('a notice that is a day late says the remaining days and skips the missed notice', async () => {
  const run = await subscribe()
  await run.leave(1.9)
  expect(await told(run.email)).toEqual([subject(run.name, 'expires in 2 days')])
  await run.leave(-1)
  expect((await told(run.email)).slice(1)).toEqual([subject(run.name, 'has expired')])
})

test('sends no notice of an expiry long ago', async () => {
  const run = await subscribe()
  await run.leave(-4)
  expect(await told(run.email)).toEqual([])
})

test('the renewal link leads to a cart with a month of the product', async () => {
  const run = await subscribe()
  await run.leave(3)
  await told(run.email)
  const [mail] = await receive(shop, run.email)
  const link = `${shop.shop.config.siteUrl}/cart?add=${run.productId}&plan=1m`
  expect(mail!.text).toContain(link)
  expect(mail!.html).toContain(`href="${link.replace('&', '&amp;')}"`)
})

test('after a payment in crypto, the customer gets a link to the checkout with that coin', async () => {
  const run = await subscribe()
  await bought(run, 'crypto', 'ltc')
  await run.leave(3)
  await told(run.email)
  const [mail] = await receive(shop, run.email)
  const link = `${shop.shop.config.siteUrl}/cart?add=${run.productId}&plan=3m&pay=ltc`
  expect(mail!.text).toContain(link)
  expect(mail!.text).toContain('3 months and LTC')
  // The last purchase was paid by card, so there is no coin.
  await bought(run, 'card', null)
  await run.leave(0.5)
  await told(run.email)
  const [, later] = await receive(shop, run.email)
  expect(later!.text).toContain('&plan=3m\n')
})

test.each([
  [2, ['has expired']],
  [3, ['expires in 1 day', 'has expired']],
  [7, ['expires in 1 day', 'has expired']],
  [14, ['expires in 3 days', 'expires in 1 day', 'has expired']],
  [30, ['expires in 7 days', 'expires in 3 days', 'expires in 1 day', 'has expired']],
])(
  'a customer who last bought %i days is notified at most a third of that ahead',
  async (days, expected) => {
    const run = await subscribe()
    await bought(run, 'card', null, days)
    for (const left of [6.9, 2.9, 0.9, -0.1]) {
      await run.leave(left)
      await told(run.email)
    }
    expect(await told(run.email)).toEqual(expected.map((when) => subject(run.name, when)))
  },
)

test('an unreachable customer delays nobody, and is notified once mail can reach them', async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => subscribe()))
  for (const run of runs) await run.leave(2)
  const [broken, ...others] = runs as [(typeof runs)[0], ...typeof runs]
  await sql`alter table mails add constraint broken
    check (recipient <> ${sql.lit(broken.email)}) not valid`.execute(shop.db)
  await expect(sendNotices(shop.db, shop.shop.config)).rejects.toThrow(
    /^1 customers could not be notified of the end of their subscription; the first: .*broken/,
  )
  for (const { email, name } of others)
    expect((await receive(shop, email)).map((mail) => mail.subject)).toEqual([
      subject(name, 'expires in 2 days'),
    ])
  await sql`alter table mails drop constraint broken`.execute(shop.db)
  expect(await told(broken.email)).toEqual([subject(broken.name, 'expires in 2 days')])
})

test('a new term is announced again, an added hour is not', async () => {
  const run = await subscribe()
  await run.leave(6.5)
  expect(await told(run.email)).toHaveLength(1)
  await run.grant(hour)
  expect(await told(run.email)).toHaveLength(1)
  await run.grant(daysToSeconds(30))
  expect(await told(run.email)).toHaveLength(1)
  await run.leave(6.5)
  // Simulates the same notice in a later month, for another expiry date.
  await shop.db
    .updateTable('subscription_notices')
    .set({ ends_at: new Date(Date.now() - 20 * 86_400_000) })
    .execute()
  expect(await told(run.email)).toHaveLength(2)
})

test('announces the new run after a purchase that follows the expiry', async () => {
  const run = await subscribe()
  await run.leave(-1)
  await run.grant(daysToSeconds(30))
  expect(await told(run.email)).toEqual([])
})

test('does not announce time that was taken back or has just begun', async () => {
  const refunded = await subscribe()
  const { id } = await shop.db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', refunded.userId)
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('time_entries')
    .values({ subscription_id: id, seconds: -daysToSeconds(30), cause: 'revocation' })
    .execute()
  expect(await told(refunded.email)).toEqual([])
  const { user } = await signInAs(shop.db)
  await grantTime(shop.db, {
    userId: user.id,
    productId: refunded.productId,
    seconds: daysToSeconds(2),
    cause: 'compensation',
  })
  expect(await told(user.email)).toEqual([])
})

test('sends no notice while the subscription renews by card', async () => {
  const run = await subscribe()
  const { id } = await addRenewal(shop.db, { user_id: run.userId, product_id: run.productId })
  await run.leave(3)
  expect(await told(run.email)).toEqual([])
  await shop.db.updateTable('renewals').set({ state: 'stopping' }).where('id', '=', id).execute()
  expect(await told(run.email)).toEqual([subject(run.name, 'expires in 3 days')])
})

test('omits the link for a product that is not sold, and mails no banned customer', async () => {
  const gone = await subscribe({ disabled: true })
  await gone.leave(3)
  await told(gone.email)
  const [mail] = await receive(shop, gone.email)
  expect(mail!.text).toContain('currently not for sale')
  expect(mail!.text).not.toContain('/cart')
  const banned = await subscribe()
  await shop.db.updateTable('users').set({ banned: true }).where('id', '=', banned.userId).execute()
  await banned.leave(3)
  expect(await told(banned.email)).toEqual([])
})
