import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { campaignForm } from '#contract/campaign-form.ts'
import { campaigns } from '#contract/campaigns.ts'
import { suppressions } from '#contract/suppressions.ts'
import {
  BouncedMail,
  MailServerFailure,
  type OutgoingMail,
  PermanentMailFailure,
  UncertainMailFailure,
} from '#server/adapters/mail/mail.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { mostAttempts } from './recipients.ts'
import { sendCampaign } from './sending.ts'
import { createGroup, expireLease, makeDue, outcomes, subscribe } from './testing/campaign.ts'

let sent: OutgoingMail[] = []
let respond: (mail: OutgoingMail) => unknown = () => {}

const shop = await fileFixture(openTestShop({ env: { CAMPAIGN_RATE: '1000' } }))
const admin = await signIn(shop.app, { admin: true })

beforeEach(() => {
  sent = []
  respond = () => {}
  shop.shop.mail = {
    async send(mail) {
      await respond(mail)
      sent.push(mail)
    },
    check: async () => {},
    close() {},
  }
})

const words = { subject: 'News', body: 'Hello **there**' }

async function start(group: string, more: object = {}) {
  const body = { ...words, recipient_group: group, ...more }
  const { status, body: campaign, detail } = await shop.call(campaignForm.start, { body }, admin)
  return { status, campaign, detail, params: { id: String(campaign.id) } }
}

/** Sends all that is due, however many runs it takes; answers when to come again, if at all. */
async function run(id: number): Promise<Date | undefined> {
  for (;;) {
    let again: Date | undefined
    await sendCampaign(shop.shop, id, async (_db, at) => {
      again = at
    })
    if (!again || again.getTime() > Date.now() + 1000) return again
  }
}

const read = async (id: number) =>
  (await shop.call(campaigns.get, { params: { id: String(id) } }, admin)).body

function turn(verb: 'pause' | 'resume' | 'cancel', id: number) {
  return shop.call(campaigns[verb], { params: { id: String(id) } }, admin)
}

const retry = (id: number, body: { unknown?: boolean } = {}) =>
  shop.call(campaigns.retry, { params: { id: String(id) }, body }, admin)

test('goes once to everybody in the group, each with a way out of their own', async () => {
  const { group, users } = await createGroup(shop.db, 20)
  const { status, campaign } = await start(group)
  expect([status, campaign.total, campaign.counts.queued]).toEqual([201, 20, 20])
  await run(campaign.id)
  await run(campaign.id)
  expect(sent.map(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort())
  const links = new Set(sent.map(({ headers }) => headers['List-Unsubscribe']))
  expect(links.size).toBe(20)
  expect(sent[0]!.html).toContain('<strong')
  expect(sent[0]!.text).toContain('Hello there')
  expect(sent[0]!.html).toContain('overflow:hidden">Hello there')
  expect(sent[0]!.headers['List-Id']).toBe('<campaigns.127.0.0.1>')
  expect(sent[0]!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = sent[0]!.headers['List-Unsubscribe']!.slice(1, -1)
  expect(sent[0]!.text).toContain(`Unsubscribe: ${link}`)
  expect(sent[0]!.html).toContain(`href="${link}"`)
  expect(await read(campaign.id)).toMatchObject({
    status: 'finished',
    content: words.body,
    created_by: admin.user.username,
    counts: { sent: 20, queued: 0 },
  })
})

test('either wording starts one, and what is missing or misleading is refused by field', async () => {
  const { group } = await createGroup(shop.db, 1)
  const other = { subject: 'News', content: 'Hello', recipientType: group }
  expect((await shop.call(campaignForm.start, { body: other }, admin)).status).toBe(201)
  for (const [body, loc] of [
    [{ ...words, subject: ' \n ', recipient_group: group }, 'subject'],
    [{ ...words, subject: 'ci\u202egnp', recipient_group: group }, 'subject'],
    [{ ...words, body: ' ', recipient_group: group }, 'content'],
    [{ ...words }, 'group'],
    [{ ...words, recipient_group: 'no-such-game' }, 'recipient_group'],
  ] as const) {
    const { status, detail } = await shop.call(campaignForm.start, { body } as never, admin)
    expect([status, (detail as { loc: string[] }[])[0]!.loc.at(-1)]).toEqual([422, loc])
  }
  const empty = await createGroup(shop.db, 0)
  expect(await start(empty.group)).toMatchObject({ status: 409, detail: 'Nobody is in this group' })
})

test('started twice with one key, it is one campaign', async () => {
  const { group } = await createGroup(shop.db, 3)
  const key = randomUUID()
  const started = await Promise.all([start(group, { key }), start(group, { key })])
  expect(started.map(({ status }) => status)).toEqual([201, 201])
  expect(started[0]!.campaign.id).toBe(started[1]!.campaign.id)
  await run(started[0]!.campaign.id)
  expect(sent).toHaveLength(3)
})

test('nobody gets one who is banned, deleted, unverified or unsubscribed', async () => {
  const { group, productId, users } = await createGroup(shop.db, 6)
  const [ok, banned, deleted, unverified, unsubscribed, late] = users.map(
    ({ id }) => id,
  ) as number[]
  const set = (id: number, change: object) =>
    shop.db.updateTable('users').set(change).where('id', '=', id).execute()
  await set(banned!, { banned: true })
  await set(deleted!, { deleted_at: new Date() })
  await set(unverified!, { verified_at: null })
  const suppress = (email: string) =>
    shop.db.insertInto('mail_suppressions').values({ email, reason: 'unsubscribed' }).execute()
  await suppress(users[4]!.email)
  const outsider = await signIn(shop.app)
  await subscribe(shop.db, outsider.user.id, productId)
  await shop.db
    .updateTable('subscriptions')
    .set({ ends_at: new Date(0), created_at: new Date(0) })
    .where('user_id', '=', outsider.user.id)
    .execute()
  const groups = (await shop.call(campaignForm.groups, {}, admin)).body
  expect(groups.find((each) => each.group === group)).toMatchObject({
    recipients: 2,
    suppressed: 1,
  })
  const { campaign } = await start(group)
  expect(campaign).toMatchObject({ total: 3, counts: { queued: 2, skipped: 1 } })
  // Between the start and their turn.
  await suppress(users[5]!.email)
  await run(campaign.id)
  expect(sent.map(({ to }) => to)).toEqual([users[0]!.email])
  const results = await outcomes(shop.db, campaign.id)
  expect([ok, unsubscribed, late].map((id) => results.get(id!)!.status)).toEqual([
    'sent',
    'skipped',
    'skipped',
  ])
  expect(results.size).toBe(3)
})

test('a passing failure is tried again with longer and longer pauses, and not for ever', async () => {
  const { group, users } = await createGroup(shop.db, 2)
  const [stubborn, shy] = users as [(typeof users)[0], (typeof users)[0]]
  let tries = 0
  respond = ({ to }) => {
    if (to === stubborn.email) throw new Error('451 Try later')
    if (to === shy.email && ++tries < 3) throw new Error('452 Full')
  }
  const { campaign } = await start(group)
  const pauses: number[] = []
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    const again = await run(campaign.id)
    pauses.push(Math.round((again!.getTime() - Date.now()) / 1000))
    const { waiting_until, status } = await read(campaign.id)
    expect([status, Date.parse(waiting_until!)]).toEqual(['running', again!.getTime()])
    await makeDue(shop.db, campaign.id)
  }
  expect(await run(campaign.id)).toBeUndefined()
  pauses.forEach((pause, index) => {
    if (index > 0) expect(pause).toBeGreaterThan(pauses[index - 1]! * 2)
  })
  const results = await outcomes(shop.db, campaign.id)
  expect(results.get(stubborn.id)).toMatchObject({
    status: 'failed',
    attempts: mostAttempts,
    error: '451 Try later',
  })
  expect(results.get(shy.id)).toMatchObject({ status: 'sent', attempts: 3, error: null })
  expect(sent).toHaveLength(1)
})

test('a refusal for good is not tried again, but for staff who ask for it', async () => {
  const { group } = await createGroup(shop.db, 2)
  respond = () => {
    throw new PermanentMailFailure('550 No such user')
  }
  const { campaign, params } = await start(group)
  expect(await run(campaign.id)).toBeUndefined()
  expect(await read(campaign.id)).toMatchObject({ status: 'finished', counts: { failed: 2 } })
  const failed = await shop.call(
    campaigns.recipients,
    { params, query: { status: 'failed' } },
    admin,
  )
  expect(failed.body.total).toBe(2)
  expect(failed.body.recipients[0]).toMatchObject({ error: '550 No such user', attempts: 1 })
  respond = () => {}
  expect((await retry(campaign.id)).body).toMatchObject({ status: 'running' })
  await run(campaign.id)
  expect(sent).toHaveLength(2)
  expect(await retry(campaign.id)).toMatchObject({
    status: 409,
    detail: 'There is nothing to try again',
  })
})

test('what may have arrived is never repeated by itself', async () => {
  const { group } = await createGroup(shop.db, 3)
  respond = () => {
    throw new UncertainMailFailure('Connection closed unexpectedly')
  }
  const { campaign } = await start(group)
  await run(campaign.id)
  respond = () => {}
  expect((await retry(campaign.id)).status).toBe(409)
  expect(await run(campaign.id)).toBeUndefined()
  expect(sent).toEqual([])
  expect((await read(campaign.id)).counts).toMatchObject({ unknown: 3 })
  expect((await retry(campaign.id, { unknown: true })).status).toBe(200)
  await run(campaign.id)
  expect(sent).toHaveLength(3)
})

test('after a kill in the middle the rest gets it, and who may have it does not get it again', async () => {
  const { group } = await createGroup(shop.db, 30)
  const handedOver: string[] = []
  respond = ({ to }) => {
    handedOver.push(to)
    return handedOver.length > 10 ? new Promise(() => {}) : undefined
  }
  const { campaign } = await start(group)
  void sendCampaign(shop.shop, campaign.id, async () => {})
  await expect.poll(() => handedOver.length, { timeout: 10_000 }).toBeGreaterThan(10)
  // While it lives nobody else sends.
  let again: Date | undefined
  await sendCampaign(shop.shop, campaign.id, async (_db, at) => {
    again = at
  })
  expect(again).toBeDefined()
  respond = ({ to }) => void handedOver.push(to)
  await expireLease(shop.db, campaign.id)
  await run(campaign.id)
  expect(new Set(handedOver).size).toBe(handedOver.length)
  expect(handedOver).toHaveLength(30)
  const { counts, status } = await read(campaign.id)
  expect(status).toBe('finished')
  expect(counts.sent + counts.unknown).toBe(30)
  expect(counts.unknown).toBeGreaterThan(0)
})

test('many senders at once are one', async () => {
  const { group } = await createGroup(shop.db, 40)
  const { campaign } = await start(group)
  await Promise.all(Array.from({ length: 6 }, () => run(campaign.id)))
  await run(campaign.id)
  expect(sent).toHaveLength(40)
})

test('is paused, goes on and is cancelled, with what was done in the log', async () => {
  const { group } = await createGroup(shop.db, 12)
  const { campaign } = await start(group)
  expect((await turn('resume', campaign.id)).detail).toBe('This campaign is not paused')
  expect((await turn('pause', campaign.id)).body.status).toBe('paused')
  expect((await turn('pause', campaign.id)).detail).toBe('This campaign is not running')
  await run(campaign.id)
  expect(sent).toEqual([])
  expect((await turn('resume', campaign.id)).body.status).toBe('running')
  let begun = 0
  respond = async () => {
    if (++begun === 5) await turn('cancel', campaign.id)
  }
  await run(campaign.id)
  const { status, counts, finished_at } = await read(campaign.id)
  expect(status).toBe('cancelled')
  expect(finished_at).not.toBeNull()
  expect(counts.sent + counts.cancelled).toBe(12)
  expect(counts.cancelled).toBeGreaterThan(0)
  expect(sent).toHaveLength(counts.sent)
  expect((await turn('cancel', campaign.id)).detail).toBe('This campaign is over')
  expect((await retry(campaign.id)).status).toBe(409)
  expect((await turn('pause', 999_999)).status).toBe(404)
  const logged = await shop.db
    .selectFrom('logs')
    .select(['message', 'user_id'])
    .where('details', '@>', JSON.stringify({ campaign: campaign.id }) as never)
    .orderBy('id')
    .execute()
  expect(logged.map(({ message }) => message)).toEqual([
    'Campaign started',
    'Campaign paused',
    'Campaign resumed',
    'Campaign cancelled',
  ])
  expect(new Set(logged.map(({ user_id }) => user_id))).toEqual(new Set([admin.user.id]))
})

test('a mail server that is away is left alone for a while', async () => {
  const { group } = await createGroup(shop.db, 30)
  let asked = 0
  respond = () => {
    asked += 1
    throw new MailServerFailure('connect ECONNREFUSED')
  }
  const { campaign } = await start(group)
  const again = await run(campaign.id)
  expect(again!.getTime()).toBeGreaterThan(Date.now() + 5000)
  expect(asked).toBeLessThan(30)
  expect((await read(campaign.id)).counts.failed).toBe(0)
})

test('all campaigns together keep to the pace', async () => {
  shop.shop.config.campaignRate = 20
  const [first, second] = await Promise.all([createGroup(shop.db, 15), createGroup(shop.db, 15)])
  const [one, two] = await Promise.all([start(first.group), start(second.group)])
  const began = Date.now()
  await Promise.all([run(one.campaign.id), run(two.campaign.id)])
  shop.shop.config.campaignRate = 1000
  expect(sent).toHaveLength(30)
  // Thirty at twenty a second: the last five may go when a second and a quarter have passed.
  expect(Date.now() - began).toBeGreaterThan(1200)
})

test('recipients are searched by how a name or an address begins', async () => {
  const { group, users } = await createGroup(shop.db, 11)
  const { params } = await start(group)
  const find = async (search: string) =>
    (await shop.call(campaigns.recipients, { params, query: { search } }, admin)).body
  expect((await find(users[3]!.email.toUpperCase())).recipients).toMatchObject([
    { uid: users[3]!.id, email: users[3]!.email, status: 'queued', error: null, due_at: null },
  ])
  expect(await find('nobody')).toEqual({ recipients: [], total: 0 })
  expect((await find('%')).total).toBe(0)
  const page = await shop.call(
    campaigns.recipients,
    { params, query: { limit: 10, page: 1 } },
    admin,
  )
  expect([page.body.recipients.length, page.body.total]).toEqual([1, 11])
})

test('without a mail server none is started', async () => {
  shop.shop.mail = null
  const { group } = await createGroup(shop.db, 1)
  expect(await start(group)).toMatchObject({
    status: 409,
    detail: 'No mail server is configured',
  })
})

test('slow recipients hold up nobody else', async () => {
  const { group, users } = await createGroup(shop.db, 40)
  const slow = new Set(users.slice(0, 3).map(({ email }) => email))
  const waiting: (() => void)[] = []
  respond = ({ to }) =>
    slow.has(to) ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined
  const { campaign } = await start(group)
  const over = run(campaign.id)
  await expect.poll(() => [waiting.length, sent.length], { timeout: 10_000 }).toEqual([3, 37])
  for (const answer of waiting) answer()
  await over
  expect((await read(campaign.id)).counts).toMatchObject({ sent: 40 })
})

test('an address that does not exist gets no campaign any more, and the list says why', async () => {
  const { group, users } = await createGroup(shop.db, 2)
  const [gone, there] = users
  respond = ({ to }) => {
    if (to === gone!.email) throw new BouncedMail('550 5.1.1 No such user')
  }
  const first = await start(group)
  await run(first.campaign.id)
  expect((await outcomes(shop.db, first.campaign.id)).get(gone!.id)).toMatchObject({
    status: 'failed',
    error: '550 5.1.1 No such user',
  })
  const query = { search: gone!.email }
  const { body } = await shop.call(suppressions.list, { query }, admin)
  expect(body.suppressions).toMatchObject([{ email: gone!.email, reason: 'bounced' }])
  sent = []
  const second = await start(group)
  await run(second.campaign.id)
  expect(sent.map(({ to }) => to)).toEqual([there!.email])
  expect((await outcomes(shop.db, second.campaign.id)).get(gone!.id)).toMatchObject({
    status: 'skipped',
    error: 'On the suppression list: bounced',
  })
})
