import { expect, test } from 'vitest'
import { mails } from '#contract/platform/mail.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())

async function move(days: number) {
  await counter.control('/clock', { days })
  await workJobs(counter)
}

/** Sends a password reset mail to a user. */
async function writeMail() {
  const { user } = await counter.customer()
  const token = await solveCaptcha(counter.app)
  const body = { username: user.username, email: user.email, token }
  expect((await counter.call(sessions.forgotPassword, { body })).status).toBe(200)
  await workJobs(counter)
  return user.email
}

/** Returns the recipients of mails, as read by a newly signed-in administrator. */
async function listMails() {
  const admin = await signIn(counter.app, { admin: true })
  const { body } = await counter.call(mails.list, { query: {} }, admin)
  return body.mails.map(({ recipient }) => recipient)
}

test('a mail is listed for 400 days, and a webhook is known for 30', async () => {
  const first = await writeMail()
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const { body } = await counter.buyByCard(cookie, [{ id: product, term_length: 1, renew: false }])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const events = () => counter.db.selectFrom('payment_events').select('payload').execute()
  const told = await events()
  expect(told.length).toBeGreaterThan(0)
  expect(told).not.toContainEqual({ payload: {} })

  await move(29)
  expect(await events()).toEqual(told.map(() => ({ payload: {} })))
  await move(2)
  expect(await events()).toEqual([])

  await move(368)
  const second = await writeMail()
  expect(await listMails()).toEqual(expect.arrayContaining([first, second]))
  await move(2)
  const to = await listMails()
  expect(to).toContain(second)
  expect(to).not.toContain(first)
})
