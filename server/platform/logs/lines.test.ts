import { expect, test } from 'vitest'
import * as z from 'zod'
import { loader } from '#contract/licensing/loader.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { payments } from '#contract/selling/payments.ts'
import { writeState } from '#server/access/discord/role-states.ts'
import { PermanentMailFailure } from '#server/adapters/mail/mail.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { runJobs } from '#server/kernel/jobs/run-jobs.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { deliver } from '#server/platform/mail/delivery.ts'
import {
  createUser,
  logIn,
  mailedToken,
  newPerson,
  signUp,
} from '#server/platform/sessions/testing/people.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { logsOutages } from '#server/selling/payments/outages.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { logFailedJob } from './failed-job.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

async function told(userId: number | null, { db } = shop) {
  const entries = await db
    .selectFrom('logs')
    .select(['type', 'level', 'message', 'details'])
    .where('user_id', userId === null ? 'is' : '=', userId)
    .orderBy('id')
    .execute()
  return entries.map(({ type, level, message, details }) => ({
    said: `${type} ${level} ${message}`,
    details: details as Record<string, unknown>,
  }))
}

const said = async (userId: number | null, from = shop) =>
  (await told(userId, from)).map((entry) => entry.said)

test('logs the life of an account', async () => {
  const person = newPerson()
  await signUp(shop, person)
  const { id, email } = await shop.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow()
  const token = await mailedToken(shop, email)
  await shop.call(sessions.verifyEmail, { query: { token } })
  await shop.call(sessions.verifyEmail, { query: { token } })
  await logIn(shop, person)
  const recaptcha = await solveCaptcha(shop.app)
  const change = { current_password: 'Nightfall7', new_password: 'Daybreak8' }
  const { response } = await logIn(shop, person)
  const cookie = `session=${response.cookies.find(({ name }) => name === 'session')?.value}`
  await shop.call(sessions.changePassword, { body: change } as never, { cookie })
  await shop.call(sessions.forgotPassword, { body: { ...person, recaptcha } })
  await workJobs(shop)
  const query = { token: await mailedToken(shop, email) }
  await shop.call(sessions.resetPassword, { query, body: 'Daybreak9' })
  expect(await said(id)).toEqual([
    'auth 0 Signed up',
    'auth 1 Email verified',
    'auth 1 Signed in',
    'auth 1 Signed in',
    'auth 1 Password changed',
    'auth 0 Password reset requested',
    'auth 1 Password reset',
  ])
  expect(JSON.stringify(await told(id))).not.toMatch(/Nightfall|Daybreak|@/)
})

test('logs password guessing once, under the account, without the typed text', async () => {
  const user = await createUser(shop)
  for (let n = 0; n < 2; n += 1) await logIn(shop, { ...user, password: 'wrong' })
  expect(await said(user.id)).toEqual([])
  for (let n = 0; n < 6; n += 1) await logIn(shop, { ...user, password: 'wrong' })
  expect(await told(user.id)).toEqual([{ said: 'auth 2 Wrong password', details: { attempts: 3 } }])
  const before = (await told(null)).length
  for (let n = 0; n < 5; n += 1) await logIn(shop, { username: 'NotAUser99', password: 'wrong' })
  const strangers = (await told(null)).slice(before)
  expect(strangers).toEqual([{ said: 'auth 2 Wrong password', details: { attempts: 3 } }])
})

test('logs an order from its placement to its end', async () => {
  const counter = await openCounter()
  try {
    const { user, cookie } = await counter.customer()
    const product = await counter.addProduct()
    const items = [{ id: product, term_length: 1 }] as const
    const bought = await counter.buyByCrypto(cookie, items as never)
    expect(bought.status).toBeLessThan(300)
    const { id: order } = await counter.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    for (const event of [
      'confirming',
      'finished',
      'finished',
      'disputed',
      'dispute_lost',
      'dispute_lost',
    ] as const)
      await settleOrder(counter.db, order, event)
    await counter.buyByCard(cookie, items as never)
    expect(await said(user.id, counter)).toEqual([
      'order 0 Order placed',
      'payment 1 Order finished',
      'payment 3 Order disputed',
      'payment 3 Dispute lost',
      'order 0 Card payment started',
    ])
    expect((await told(user.id, counter))[1]!.details).toEqual({
      order,
      total: 19.99,
      before: 'confirming',
    })
  } finally {
    await counter.close()
  }
})

test('logs invalid webhooks once an hour', async () => {
  const counter = await openCounter()
  try {
    const send = () =>
      counter.app.inject({
        method: 'POST',
        url: '/api/webhooks/nowpayments',
        headers: { 'content-type': 'application/json', 'x-nowpayments-sig': 'forged' },
        payload: JSON.stringify({ payment_id: 1, payment_status: 'finished' }),
      })
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
    expect(await told(null, counter)).toEqual([
      { said: 'payment 2 Webhook with a wrong signature', details: { provider: 'nowpayments' } },
    ])
  } finally {
    await counter.close()
  }
})

test('logs a failing provider and its recovery once each, also with several processes', async () => {
  let works = true
  const provider = {
    ask: async () => {
      if (!works) throw new ProviderDown('no answer')
      return 42
    },
  }
  const [one, other] = [
    logsOutages(shop.db, 'stripe', provider),
    logsOutages(shop.db, 'stripe', provider),
  ]
  const about = async () =>
    (await told(null)).filter(({ details }) => details.provider === 'stripe')
  expect(await one.ask()).toBe(42)
  works = false
  for (const each of [one, other, one]) await expect(each.ask()).rejects.toThrow('no answer')
  expect(await about()).toHaveLength(1)
  works = true
  for (const each of [other, one, other]) expect(await each.ask()).toBe(42)
  expect(await about()).toEqual([
    {
      said: 'payment 3 Provider did not respond',
      details: { provider: 'stripe', error: 'no answer' },
    },
    {
      said: 'payment 1 Provider responds again',
      details: { provider: 'stripe', down_s: expect.any(Number) },
    },
  ])
})

test('logs a permanently refused mail without its address', async () => {
  const user = await createUser(shop)
  const { id } = await shop.db
    .insertInto('mails')
    .values({
      user_id: user.id,
      recipient: user.email,
      template: 'receipt',
      subject: 'Hello',
      text_body: 'x',
      html_body: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refusing = {
    send: () => Promise.reject(new PermanentMailFailure(`550 <${user.email}> is unknown`)),
    check: async () => {},
    close() {},
  }
  await deliver(shop.db, refusing, shop.shop.config, id)
  const [entry] = await told(user.id)
  expect(entry).toMatchObject({
    said: 'mail 3 Email failed',
    details: { mail: id, template: 'receipt', error: expect.stringMatching(/^550 <…@/) },
  })
  expect(JSON.stringify(entry)).not.toContain(user.username)
})

test('logs a permanently failed job without addresses', async () => {
  const hopeless = job({
    name: 'hopeless-test',
    does: '',
    payload: z.object({}),
    attempts: 1,
    run: () => Promise.reject(new Error('never works for anna@a.example')),
  })
  await enqueue(shop.db, hopeless, {})
  const runner = await runJobs(shop.shop, [hopeless], shop.databaseUrl, {
    onFailure: logFailedJob,
  })
  await expect
    .poll(() => told(null))
    .toContainEqual({
      said: 'job 3 Job failed permanently',
      details: { job: 'hopeless-test', attempts: 1, error: 'never works for …@a.example' },
    })
  await runner.stop()
})

test('logs a Discord role that cannot be given once, however often it is retried', async () => {
  const { id: userId } = await createUser(shop)
  const role = { roleId: '77', userId, products: 'Game' }
  const write = (state: 'pending' | 'forbidden' | 'left_server' | 'given') =>
    writeState(shop.db, `account-${userId}`, role, { state, detail: state })
  for (const state of ['pending', 'forbidden', 'pending', 'forbidden', 'given'] as const)
    await write(state)
  expect(await said(userId)).toEqual([
    'discord 2 Discord role not given: the bot lacks the permission',
  ])
  await write('left_server')
  expect(await said(userId)).toHaveLength(2)
})

test('calls without effect leave no entry', async () => {
  const user = await createUser(shop)
  await shop.call(payments.createCheckoutSession, { body: {} } as never)
  await shop.call(loader.request, {})
  await signUp(shop, { ...newPerson(), username: user.username })
  expect(await said(user.id)).toEqual([])
})
