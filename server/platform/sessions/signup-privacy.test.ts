import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import {
  askForVerification,
  createUser,
  logIn,
  newPerson,
  queuedMails,
  signUp,
} from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

/** Signs up with this address and tries all calls that could reveal the account. */
async function whatCanBeSeen(email: string) {
  const mine = { ...newPerson(), email, password: 'Driftwood-1' }
  const seen = []
  seen.push(await signUp(shop, mine))
  seen.push(await logIn(shop, mine))
  seen.push(await logIn(shop, { ...mine, username: email }))
  seen.push(await logIn(shop, { ...mine, username: email, password: 'Other-1234' }))
  seen.push(await signUp(shop, { ...newPerson(), username: mine.username.toUpperCase() }))
  seen.push(await signUp(shop, { ...newPerson(), email }))
  seen.push(await askForVerification(shop, { email }))
  seen.push(await askForVerification(shop, { email }))
  return seen.map(({ status, body, response }) => {
    const { date: _, ...headers } = response.headers
    return { status, body, headers }
  })
}

test('a sign-up does not reveal whether the address has an account', async () => {
  const owner = await createUser(shop)
  const pending = newPerson()
  await signUp(shop, pending)
  const free = await whatCanBeSeen(newPerson().email)
  expect(free.map(({ status }) => status)).toEqual([201, 403, 403, 401, 409, 201, 200, 429])
  expect(await whatCanBeSeen(owner.email.toUpperCase())).toEqual(free)
  expect(await whatCanBeSeen(pending.email)).toEqual(free)
})

/** Returns the statuses that the observation sees for a free, a verified and an unverified address. */
async function observeAddresses(observe: (email: string) => Promise<number[]>) {
  const owner = await createUser(shop)
  const pending = newPerson()
  await signUp(shop, pending)
  return {
    free: await observe(newPerson().email),
    owner: await observe(owner.email),
    pending: await observe(pending.email),
  }
}

const inEachCase = (statuses: number[]) => ({ free: statuses, owner: statuses, pending: statuses })

async function statusOf(username: string, password: string) {
  return (await logIn(shop, { username, password })).status
}

test('only the newest sign-up of an address can sign in by address', async () => {
  const seen = await observeAddresses(async (email) => {
    const [first, second] = [newPerson(), newPerson()]
    await signUp(shop, { ...first, email, password: 'Nightfall-1' })
    await signUp(shop, { ...second, email, password: 'Nightfall-2' })
    return [
      await statusOf(email, 'Nightfall-1'),
      await statusOf(email, 'Nightfall-2'),
      await statusOf(first.username, 'Nightfall-1'),
      await statusOf(second.username, 'Nightfall-2'),
    ]
  })
  expect(seen).toEqual(inEachCase([401, 403, 403, 403]))
})

test('the address and the username of a sign-up have separate counts', async () => {
  const seen = await observeAddresses(async (email) => {
    const mine = { ...newPerson(), email, password: 'Driftwood-1' }
    await signUp(shop, mine)
    for (let n = 0; n < 10; n++) await statusOf(email, 'Other-1234')
    return [await statusOf(mine.username, mine.password), await statusOf(email, mine.password)]
  })
  expect(seen).toEqual(inEachCase([403, 429]))
})

test('guesses for an account do not change how a sign-up with its address signs in', async () => {
  const owner = await createUser(shop)
  const mine = { ...newPerson(), email: owner.email, password: 'Driftwood-1' }
  await signUp(shop, mine)
  for (let n = 0; n < 10; n++) await statusOf(owner.username, 'Other-1234')
  expect(await statusOf(owner.email, mine.password)).toBe(403)
})

test('the password of a sign-up expires with its name, after a day', async () => {
  const seen = await observeAddresses(async (email) => {
    const mine = { ...newPerson(), email, password: 'Driftwood-1' }
    await signUp(shop, mine)
    const statuses = [await statusOf(email, mine.password)]
    await passDay(email)
    statuses.push(await statusOf(mine.username, mine.password))
    statuses.push(await statusOf(email, mine.password))
    return statuses
  })
  expect(seen).toEqual(inEachCase([403, 401, 401]))
})

/** Makes all sign-ups of an address a day older. */
async function passDay(email: string) {
  await shop.db
    .updateTable('users')
    .set({ created_at: sql<Date>`created_at - interval '1 day'` })
    .where('email', '=', email)
    .execute()
  await shop.db
    .updateTable('held_signups')
    .set({ expires_at: sql<Date>`expires_at - interval '1 day'` })
    .where('email', '=', email)
    .execute()
}

test('mails the owner once an hour, and changes nothing of the account', async () => {
  const owner = await createUser(shop)
  for (let n = 0; n < 3; n++) {
    await signUp(shop, { ...newPerson(), email: owner.email.toLowerCase() })
  }
  const mails = await queuedMails(shop, owner.email)
  expect(mails.map(({ template }) => template)).toEqual(['address-taken'])
  expect(mails[0]!.text_body).toContain(owner.username)
  expect(mails[0]!.text_body).not.toContain('token=')
  expect((await logIn(shop, owner)).status).toBe(200)
})

/** Returns the link in the mail that addresses this name. */
async function linkFor(email: string, username: string) {
  const mails = await queuedMails(shop, email)
  const mail = mails.findLast(({ text_body }) => text_body.includes(`Hi ${username},`))
  return /\?token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}

const verify = (token: string) => shop.call(sessions.verifyEmail, { query: { token } })

test('the first sign-up, by a stranger, does not get the account that the owner verifies', async () => {
  const friend = await createUser(shop, { referral_code: 'TAGALONG' })
  const evil = { ...newPerson(), password: 'Nightshade-1' }
  await signUp(shop, { ...evil, refcode: 'TAGALONG' })
  const mine = { ...newPerson(), email: evil.email.toUpperCase(), password: 'Driftwood-1' }
  expect((await signUp(shop, mine)).status).toBe(201)

  const own = await linkFor(evil.email, mine.username)
  expect((await verify(own)).status).toBe(200)
  expect((await verify(own)).status).toBe(200)
  for (const username of [mine.username, mine.email]) {
    const signedIn = await logIn(shop, { username, password: mine.password })
    expect([signedIn.status, signedIn.body.username]).toEqual([200, mine.username])
  }
  // The other person learns nothing: their account is a sign-up whose link no longer works.
  const before = await logIn(shop, evil)
  expect([before.status, before.code]).toEqual([403, 'unverified'])
  expect((await verify(await linkFor(evil.email, evil.username))).status).toBe(400)
  const { referred_by } = await shop.db
    .selectFrom('users')
    .select('referred_by')
    .where('username', '=', mine.username)
    .executeTakeFirstOrThrow()
  expect(referred_by).not.toBe(friend.id)
})

test('the verified account has no data of the stranger who signed up first', async () => {
  const first = newPerson()
  await signUp(shop, first)
  const { id: user_id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', first.username)
    .executeTakeFirstOrThrow()
  await shop.db.insertInto('devices').values({ user_id }).execute()
  const infraction = { user_id, type: 'sharing', reason: 'Two machines' }
  await shop.db.insertInto('infractions').values(infraction).execute()
  const mine = { ...newPerson(), email: first.email, password: 'Driftwood-1' }
  await signUp(shop, mine)
  expect((await verify(await linkFor(first.email, mine.username))).status).toBe(200)
  for (const table of ['devices', 'infractions'] as const) {
    const rows = shop.db.selectFrom(table).select('id').where('user_id', '=', user_id)
    expect([table, await rows.execute()]).toEqual([table, []])
  }
})

const mailsTo = async (email: string) => (await queuedMails(shop, email)).length

test('each sign-up of an address gets its own link, and only that one on request', async () => {
  const [evil, other] = [newPerson(), newPerson()]
  await signUp(shop, evil)
  await signUp(shop, { ...other, email: evil.email })
  const mine = { ...newPerson(), email: evil.email, password: 'Driftwood-1' }
  await signUp(shop, mine)
  expect(await linkFor(evil.email, mine.username)).not.toBe('')
  await signUp(shop, { ...newPerson(), email: evil.email })

  const before = await linkFor(evil.email, mine.username)
  const resend = (username?: string) => askForVerification(shop, { email: evil.email, username })
  const count = await mailsTo(evil.email)
  // A stranger's request neither sends their link to the next person nor uses up the pause.
  for (const name of [evil.username, mine.username.toUpperCase(), 'nobody.here']) {
    expect((await resend(name)).status).toBe(200)
    expect((await resend(name)).status).toBe(429)
  }
  await workJobs(shop)
  expect(await mailsTo(evil.email)).toBe(count + 2)
  const own = await linkFor(evil.email, mine.username)
  expect(own).not.toBe(before)
  expect((await verify(own)).status).toBe(200)
  expect((await logIn(shop, mine)).status).toBe(200)
})

test('a request without a name mails the links of all sign-ups, each with its name', async () => {
  const first = newPerson()
  await signUp(shop, first)
  const mine = { ...newPerson(), email: first.email, password: 'Driftwood-1' }
  await signUp(shop, mine)
  await askForVerification(shop, { email: first.email })
  await workJobs(shop)
  const text = (await queuedMails(shop, first.email)).at(-1)!.text_body
  const links = new Map(
    [...text.matchAll(/^(\S+): \S+\?token=([\w-]+)$/gm)].map(([, name, token]) => [name, token]),
  )
  expect([...links.keys()]).toEqual([first.username, mine.username])
  expect((await verify(links.get(mine.username)!)).status).toBe(200)
  expect((await logIn(shop, mine)).status).toBe(200)
})

test('one of several concurrent links of an address creates the account', async () => {
  const first = newPerson()
  await signUp(shop, first)
  const second = { ...newPerson(), email: first.email }
  await signUp(shop, second)
  const links = await Promise.all([
    linkFor(first.email, first.username),
    linkFor(first.email, second.username),
  ])
  const answers = await Promise.all(links.map(verify))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const winner = answers[0]!.status === 200 ? first : second
  const loser = winner === first ? second : first
  expect((await logIn(shop, winner)).status).toBe(200)
  expect((await logIn(shop, loser)).status).toBe(403)
})

test('a new sign-up at a pending address gets its own link', async () => {
  const person = newPerson()
  await signUp(shop, person)
  const other = { ...newPerson(), email: person.email }
  await signUp(shop, other)
  const mails = await queuedMails(shop, person.email)
  expect(mails.map(({ template }) => template)).toEqual(['verification', 'verification'])
  expect(mails[1]!.text_body).toContain(other.username)
})

test('sign-ups mail ten links a day to an address, and its owner still gets a link on request', async () => {
  const owner = newPerson()
  const { email } = owner
  for (let n = 0; n < 11; n++) await signUp(shop, { ...newPerson(), email })
  await signUp(shop, owner)
  await workJobs(shop)
  expect(await queuedMails(shop, email)).toHaveLength(10)
  await askForVerification(shop, owner)
  await workJobs(shop)
  const mails = await queuedMails(shop, email)
  expect(mails.filter(({ text_body }) => text_body.includes(owner.username))).toHaveLength(1)
})

test('a reset request for an unverified sign-up mails its verification link', async () => {
  const stranger = newPerson()
  const owner = { ...newPerson(), email: stranger.email }
  await signUp(shop, stranger)
  await signUp(shop, owner)
  const { username, email } = stranger
  const token = await solveCaptcha(shop.app)
  await shop.call(sessions.forgotPassword, { body: { username, email, token } })
  await workJobs(shop)
  const mails = await queuedMails(shop, email)
  expect(mails.map(({ template }) => template)).toEqual(Array(3).fill('verification'))
})
