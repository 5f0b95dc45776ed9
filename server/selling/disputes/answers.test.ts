import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { applyRules } from '#server/kernel/database/retention.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'
import { recheckDisputes } from '#server/selling/payments/recheck-disputes.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { askBank, askBankAgain } from './ask-bank.ts'
import { remindOfDisputes } from './remind.ts'
import { disputeRetention } from './retention.ts'
import { disputeDesk } from './testing/desk.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db, call, shop } = counter
const { buy, bank, dispute, stateOf, left } = disputing(counter)
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const { disputed, read, change, submit, accept, previewAccept } = disputeDesk(counter, admin)
const refunds = refundDesk(counter, admin)

afterEach(() => counter.reset())

test('one of several concurrent submissions of evidence succeeds', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  const answers = await Promise.all([1, 2, 3].map(() => submit(one, revision)))
  const codes = answers.map(({ status, body }) => [status, (body as { code?: string }).code])
  expect(codes.filter(([status]) => status === 200)).toHaveLength(1)
  expect(codes.filter(([, code]) => code === 'dispute_answered')).toHaveLength(2)
  const now = await read(one)
  expect(now).toMatchObject({ state: 'under_review', answer: 'submitted', answerable: false })
  expect(now.answered_at).not.toBeNull()
  expect((await change(one, { customer_name: 'Late' })).body).toMatchObject({
    code: 'dispute_answered',
  })
  await bank(one, 'dispute-won')
  expect(await stateOf(one.order)).toBe('won')
})

test('retries a submission without a response, which counts once', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  await counter.switches({ stripe: { api: 'error' } })
  const asked = await submit(one, revision)
  expect(asked.body).toMatchObject({ answer: 'submitted', answered_at: null })
  await counter.reset()
  await sql`update disputes set asked_at = asked_at - interval '1 minute'`.execute(db)
  await askBankAgain(db, shop.card!)
  await askBankAgain(db, shop.card!)
  expect(await read(one)).toMatchObject({ state: 'under_review', asked_error: null })
})

test('an answer that Stripe refuses during an outage is submitted again', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  await counter.switches({ stripe: { api: 'error' } })
  await submit(one, revision)
  await counter.reset()
  const { id } = await dispute(one)
  await askBank(
    db,
    {
      ...shop.card!,
      submitEvidence: () => Promise.reject(new ProviderRefused('This dispute is closed')),
      readDispute: () => Promise.reject(new ProviderDown('Stripe is down')),
    },
    id,
  )
  expect(await read(one)).toMatchObject({ answer: 'submitted', asked_error: 'Stripe is down' })
  await askBank(db, shop.card!, id)
  expect(await read(one)).toMatchObject({ state: 'under_review', asked_error: null })
})

test('an answer that the API key may not send can be sent again once it may', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  await counter.switches({ stripe: { missingPermissions: ['dispute_write'] } })
  await submit(one, revision)
  const refused = await read(one)
  expect(refused).toMatchObject({ state: 'needs_response', answer: null, answerable: true })
  expect(refused.asked_error).toContain('lacks the permission dispute (write)')
  await counter.reset()
  await submit(one, refused.revision)
  expect(await read(one)).toMatchObject({ state: 'under_review', asked_error: null })
})

test('an answer that cannot be sent delays no other', async () => {
  const all = [await disputed(), await disputed()]
  await counter.switches({ stripe: { api: 'error' } })
  for (const each of all) await submit(each, (await read(each)).revision)
  await counter.reset()
  await sql`update disputes set asked_at = asked_at - interval '1 minute'`.execute(db)
  const card = shop.card!
  const { provider_id: poisoned } = await dispute(all[0]!)
  const submitEvidence: typeof card.submitEvidence = (id, ...asked) =>
    id === poisoned ? Promise.reject(new Error('No such field')) : card.submitEvidence(id, ...asked)
  await expect(askBankAgain(db, { ...card, submitEvidence })).rejects.toThrow('No such field')
  expect(await stateOf(all[0]!.order)).toBe('needs_response')
  expect(await stateOf(all[1]!.order)).toBe('under_review')
  await askBankAgain(db, card)
})

test('an accepted dispute is lost immediately, with its time and its renewal', async () => {
  const one = await disputed()
  const tried = await previewAccept(one)
  expect(tried).toMatchObject({
    status: 200,
    body: { amount: 19.99, time: [], codes: [], credit_note: { amount: 19.99 } },
  })
  expect(Math.round(tried.body.kept / 86_400)).toBe(30)
  expect((await previewAccept(one, support)).status).toBe(403)
  expect(await read(one)).toMatchObject({ state: 'needs_response', answer: null })
  expect((await accept(one)).body).toMatchObject({ state: 'lost', answer: 'accepted', kept: 0 })
  expect(await left(one.user.id, one.product)).toBe(0)
  expect((await accept(one)).body).toMatchObject({ code: 'dispute_answered' })
  expect(await previewAccept(one)).toMatchObject({ code: 'dispute_answered' })
  expect(await lastStaffEntry(db, one.user.id)).toMatchObject({
    message: 'Dispute answered',
    details: { reason: 'True', before: { answer: null }, after: { answer: 'accepted' } },
  })
  await counter.work()
  const { rows } = await sql<{ kind: string }>`
    select kind from documents where order_id = ${one.order} order by id`.execute(db)
  expect(rows.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
  const { body: order } = await call(staffOrders.get, { params: { id: one.order } }, admin)
  const told = order.timeline.filter(({ kind }) => kind === 'dispute')
  expect(told.map(({ text }) => text)).toEqual([
    'Dispute of $19.99 opened (fraudulent)',
    'Dispute lost',
  ])
})

test('support can read disputes but not answer them', async () => {
  const one = await disputed()
  expect((await read(one, support)).id).toBe(one.id)
  const list = await call(staffDisputes.list, { query: { state: 'open' } }, support)
  expect(list.body.disputes.map(({ id }) => id)).toContain(one.id)
  for (const answer of [
    await change(one, { customer_name: 'Me' }, support),
    await submit(one, 2, support),
    await accept(one, support),
  ])
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([403, 'forbidden'])
  expect((await read(one)).answer).toBeNull()
})

test('a concurrent refund and dispute take the money and the time once', async () => {
  const bought = await refunds.buy()
  const [item] = bought.items
  const wanted = { items: [{ id: item!, amount: 1999 }], left: 1999 }
  const [refund] = await Promise.all([
    refunds.refund(bought.order, wanted),
    counter.session(bought.session, 'dispute').catch(() => null),
  ])
  await counter.work()
  await sql`update refunds set checked_at = checked_at - interval '1 day'`.execute(db)
  await counter.work()
  const status = await counter.statusOf(bought.order)
  expect(['refunded', 'disputed']).toContain(status)
  expect(await left(bought.user.id, bought.products[0]!)).toBe(0)
  const rows = await refunds.rows(bought.order)
  const back = rows.filter((row) => row.status === 'succeeded' || row.status === 'pending')
  if (status === 'disputed') expect(back).toEqual([])
  else expect([refund.status, back.length]).toEqual([201, 1])
})

test('mails administrators at the start and 72 and 24 hours before the deadline, each once', async () => {
  const one = await disputed({ due: 4 })
  const mails = async () =>
    (
      await db
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', admin.user.id)
        .where('once', 'like', `dispute-% ${one.id} %`)
        .orderBy('id')
        .execute()
    ).map(({ template }) => template)
  const remind = () => remindOfDisputes(db, shop.config)
  const ahead = (hours: number) =>
    sql`update disputes set due_at = now() + make_interval(hours => ${hours}::int)
         where id = ${one.id}`.execute(db)
  await remind()
  expect(await mails()).toEqual(['dispute-opened'])
  for (const hours of [71, 70]) {
    await ahead(hours)
    await remind()
  }
  expect(await mails()).toEqual(['dispute-opened', 'dispute-due'])
  for (const hours of [23, 2]) {
    await ahead(hours)
    await Promise.all([remind(), remind()])
  }
  expect(await mails()).toEqual(['dispute-opened', 'dispute-due', 'dispute-due'])
  const customer = await db
    .selectFrom('mails')
    .select('template')
    .where('user_id', '=', one.user.id)
    .where('template', '=', 'payment-disputed')
    .execute()
  expect(customer).toHaveLength(1)
})

test('mails the customer the bank’s decision, once for each decision', async () => {
  const [kept, given] = [await disputed(), await disputed()]
  const { revision } = await read(kept)
  await submit(kept, revision)
  await bank(kept, 'dispute-won')
  await accept(given)
  await counter.work()
  await counter.work()
  const decided = async ({ user }: { user: { email: string } }) =>
    (await counter.mailsTo(user.email))
      .filter(({ subject }) => subject.includes('is decided'))
      .map(({ text }) => /The payment stands|The money was returned/.exec(text)?.[0])
  expect(await decided(kept)).toEqual(['The payment stands'])
  expect(await decided(given)).toEqual(['The money was returned'])
})

test('mails administrators the result of a dispute or inquiry once', async () => {
  const [won, lost] = [await disputed(), await disputed()]
  const asked = await buy()
  await bank(asked, 'dispute-warning')
  const inquiry = await dispute(asked)
  await bank(won, 'dispute-won')
  await bank(lost, 'dispute-lost')
  await bank(asked, 'dispute-withdrawn')
  await bank(won, 'redeliver')
  const told = async (id: number) =>
    (
      await db
        .selectFrom('mails')
        .select('subject')
        .where('user_id', '=', admin.user.id)
        .where('once', 'like', `dispute-closed ${id} %`)
        .execute()
    ).map(({ subject }) => subject.replace(/.*: The dispute of \S+ /, ''))
  expect(await told(won.id)).toEqual(['was won'])
  expect(await told(lost.id)).toEqual(['was lost'])
  expect(await told(inquiry.id)).toEqual(['was withdrawn'])
})

test('recovers a lost event within an hour', async () => {
  const one = await disputed()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(one.session, 'dispute-won')
  await recheckDisputes(db, shop.card!)
  expect(await stateOf(one.order)).toBe('needs_response')
  await sql`update disputes set checked_at = checked_at - interval '61 minutes'
             where id = ${one.id}`.execute(db)
  await recheckDisputes(db, shop.card!)
  expect(await stateOf(one.order)).toBe('won')
})

test('an open dispute that cannot be read delays no other', async () => {
  const all = [await disputed(), await disputed()]
  await sql`update disputes set checked_at = now() - interval '61 minutes'
             where order_id = any(${all.map(({ order }) => order)}::uuid[])`.execute(db)
  const asked = new Set<string>()
  const findPaid = (intent: string) => {
    asked.add(intent)
    return Promise.reject(new Error('Not JSON'))
  }
  await expect(recheckDisputes(db, { ...shop.card!, findPaid })).rejects.toThrow('Not JSON')
  expect(asked.size).toBe(2)
})

test('deletes addresses after 13 months, except during an open dispute', async () => {
  const [gone, held] = [await buy(), await disputed()]
  for (const { user, order } of [gone, held]) {
    await db
      .insertInto('downloads')
      .values({ user_id: user.id, version: '1.0.0', address: '203.0.113.7' })
      .execute()
    await sql`update downloads set created_at = now() - interval '13 months 1 day'
               where user_id = ${user.id}`.execute(db)
    // An order with an open dispute may be older than the retention period.
    await sql`update orders set created_at = now() - interval '16 months'
               where id = ${order}`.execute(db)
  }
  const traces = async ({ user, order }: Awaited<ReturnType<typeof buy>>) => {
    const { rows } = await sql<{ downloads: number; address: string | null }>`
      select (select count(*)::int from downloads where user_id = ${user.id}) as downloads,
             host(address) as address from orders where id = ${order}`.execute(db)
    return rows[0]
  }
  await applyRules(db, disputeRetention, 'day')
  expect(await traces(gone)).toEqual({ downloads: 0, address: null })
  expect(await traces(held)).toEqual({ downloads: 1, address: '127.0.0.1' })
  await bank(held, 'dispute-won')
  await applyRules(db, disputeRetention, 'day')
  expect(await traces(held)).toEqual({ downloads: 0, address: null })
})
