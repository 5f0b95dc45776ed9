import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, expect, test } from 'vitest'
import { mostEvidence } from '#contract/selling/dispute-evidence.ts'
import { documents } from '#contract/selling/documents.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { computer, openLoaderShop } from '#server/licensing/loader-api/testing/loader-shop.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { logIn, password } from '#server/platform/sessions/testing/people.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { askBankAgain } from './ask-bank.ts'
import { collectEvidence } from './collect.ts'
import { makeEvidenceFiles } from './evidence-files.ts'
import { disputeDesk } from './testing/desk.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db, call, shop } = counter
const { buy, bank, dispute } = disputing(counter)
const admin = await signIn(counter.app, { admin: true })
const { disputed, read, change, submit } = disputeDesk(counter, admin)

const loaders = await openLoaderShop(counter)

afterEach(() => counter.reset())

async function buildFor(userId: number) {
  const release = await db
    .insertInto('loader_releases')
    .values({ version: '1.2.3', storage_key: 'x', size: 1, sha256: '0'.repeat(64) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('loader_builds')
    .values({ user_id: userId, release_id: release.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('collects what the shop knows when a dispute is opened', async () => {
  const bought = await buy()
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', bought.user.id)
    .execute()
  await logIn(counter, bought.user)
  const build = await buildFor(bought.user.id)
  await db
    .insertInto('downloads')
    .values({ user_id: bought.user.id, version: '1.2.3', build_id: build, address: '203.0.113.7' })
    .execute()
  const loader = await loaders.pairNew(bought)
  const { slug, name } = await db
    .selectFrom('products')
    .select(['slug', 'name'])
    .where('id', '=', bought.product)
    .executeTakeFirstOrThrow()
  await loader.validate(slug, computer('a'), loaders.stampOf(bought))
  await db
    .insertInto('tickets')
    .values({ user_id: bought.user.id, title: 'Thanks', content: 'It works', category: 'General' })
    .execute()
  await bank(bought, 'dispute')
  const { id } = await dispute(bought)
  const { evidence, revision, answerable } = await read({ params: { id: String(id) } })
  expect([revision, answerable]).toEqual([2, true])
  expect(evidence).toMatchObject({
    customer_name: bought.user.username,
    customer_email_address: bought.user.email,
    customer_purchase_ip: '127.0.0.1',
    service_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(evidence.product_description).toContain(bought.order)
  for (const line of [
    `  Downloaded the software, version 1.2.3, build ${build}  from 203.0.113.7`,
    '  Signed in (',
    '  Computer bound: PC',
    `  Used ${name} for 1 min on PC`,
  ])
    expect(evidence.access_activity_log).toContain(line)
  expect(evidence.refund_policy_disclosure).toMatch(
    /^The terms of service \(version \d+, \S+\/terms\/\d+\) and the refund policy \(version \d+, \S+\/refunds\/\d+\) .* accepted with this order at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC from 127\.0\.0\.1\./,
  )
  expect(evidence.uncategorized_text).toContain('$19.99 paid by Visa ending 4242')
  expect(evidence.uncategorized_text).toContain('3-D Secure')
  expect(evidence.uncategorized_text).toContain('It works')
})

test('validates changes of the evidence, and refuses a stale save', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  const changed = await change(one, { customer_name: 'Ann', revision })
  expect(changed.body).toMatchObject({ revision: revision + 1, evidence: { customer_name: 'Ann' } })
  const stale = await change(one, { customer_name: 'Bob', revision })
  expect(stale.body).toMatchObject({ code: 'changed_meanwhile' })
  expect(stale.detail).toBe('Changed by you in another window: “Customer”')
  const long = await change(one, { uncategorized_text: 'x'.repeat(mostEvidence + 1) })
  expect(long.status).toBe(422)
  const fields = ['product_description', 'access_activity_log', 'refund_policy_disclosure'] as const
  const more = ['refund_refusal_explanation', 'cancellation_policy_disclosure'] as const
  const rest = ['cancellation_rebuttal', 'duplicate_charge_explanation', 'uncategorized_text']
  const all = [...fields, ...more, ...rest].map((name) => [name, 'x'.repeat(mostEvidence)])
  const over = await change(one, Object.fromEntries(all))
  expect(over.body).toMatchObject({ code: 'evidence_too_long' })
  expect((await read(one)).evidence.customer_name).toBe('Ann')
})

test('evidence collected after the staff member’s review is not submitted', async () => {
  const own = { evidence: JSON.stringify({ customer_name: 'Ann' }), collected_at: null }
  const late = await disputed()
  await db.updateTable('disputes').set(own).where('id', '=', late.id).execute()
  await counter.switches({ stripe: { api: 'error' } })
  await submit(late, (await read(late)).revision)
  expect(await dispute(late)).toMatchObject({ answer: 'submitted', answered_at: null })
  await counter.reset()
  await collectEvidence(shop, late.id)
  await db
    .updateTable('disputes')
    .set({ asked_at: sql`asked_at - interval '1 minute'` })
    .where('id', '=', late.id)
    .execute()
  await askBankAgain(db, shop.card!)
  const { evidence, answered_at, collected_at } = await dispute(late)
  expect(evidence).toEqual({ customer_name: 'Ann' })
  expect([answered_at, collected_at]).toEqual([expect.any(Date), expect.any(Date)])
})

test('submits the receipt and the tickets as files with the texts, once', async () => {
  const one = await disputed()
  await db
    .insertInto('tickets')
    .values({ user_id: one.user.id, title: 'Grüße', content: 'It works', category: 'General' })
    .execute()
  const { revision } = await read(one)
  // The file is uploaded, and then the answer is lost.
  const card = shop.card!
  let sent = 0
  shop.card = Object.assign(Object.create(card), {
    async uploadEvidence(...file: Parameters<typeof card.uploadEvidence>) {
      const id = await card.uploadEvidence(...file)
      sent += 1
      if (sent === 2) throw new ProviderDown('Stripe: cut off')
      return id
    },
  })
  await submit(one, revision)
  shop.card = card
  expect(await read(one)).toMatchObject({ answered_at: null, asked_error: 'Stripe: cut off' })
  await sql`update disputes set asked_at = asked_at - interval '1 minute'`.execute(db)
  await askBankAgain(db, card)
  expect(await read(one)).toMatchObject({ state: 'under_review', asked_error: null })
  const { provider_id } = await dispute(one)
  const told = await fetch(`${counter.sandboxUrl}/control/stripe/disputes/${provider_id}`)
  const { evidence, files } = await told.json()
  const [receipt] = (await call(documents.list, { params: { id: one.order } }, one)).body
  // Other disputes in this file have their own uploads.
  const own = (name: string) =>
    files.filter(({ filename }: { filename: string }) => filename === name)
  expect(own(`${receipt!.number}.pdf`)).toMatchObject([{ id: evidence.receipt, type: 'pdf' }])
  expect(own('tickets.pdf')).toMatchObject([{ id: evidence.customer_communication, type: 'pdf' }])
})

test('the file of tickets says if it cannot show some characters', async () => {
  const one = await disputed()
  const write = (content: string) =>
    db
      .insertInto('tickets')
      .values({ user_id: one.user.id, title: 'Script', content, category: 'General' })
      .execute()
  const fileText = async () => {
    const [tickets] = await makeEvidenceFiles(db, one.order, { uncategorized_text: 'TICKETS' })
    const pdf = await getDocumentProxy(new Uint8Array(tickets!.pdf))
    return (await extractText(pdf, { mergePages: true })).text
  }
  await write('မြန်မာ')
  expect(await fileText()).not.toContain('cannot show')
  await write('ᠮᠣᠩᠭᠣᠯ')
  expect(await fileText()).toContain('This file cannot show some characters')
})

test('removed evidence is not submitted as a file, and the preview lists the files', async () => {
  const bare = async (keeps: (text: string) => string) => {
    const one = await disputed()
    await db
      .insertInto('tickets')
      .values({ user_id: one.user.id, title: 'Mine', content: 'It was me', category: 'General' })
      .execute()
    const { revision, evidence, files } = await read(one)
    const [receipt] = (await call(documents.list, { params: { id: one.order } }, one)).body
    expect(files).toEqual([`${receipt!.number}.pdf`, 'tickets.pdf'])
    const { provider_id } = await dispute(one)
    const uncategorized_text = keeps(evidence.uncategorized_text!)
    const { body } = await change(one, { uncategorized_text, revision })
    expect(await submit(one, body.revision)).toMatchObject({ status: 200, body: { files: [] } })
    const told = await fetch(`${counter.sandboxUrl}/control/stripe/disputes/${provider_id}`)
    const sent = (await told.json()).evidence
    return [body.files.length, Boolean(sent.receipt), Boolean(sent.customer_communication)]
  }
  expect(await bare(() => '')).toEqual([0, false, false])
  expect(await bare((text) => text.slice(0, text.indexOf('TICKETS')))).toEqual([1, true, false])
})
