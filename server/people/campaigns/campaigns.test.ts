import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { campaigns } from '#contract/people/campaigns.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { createGroup, outcomes, subscribe } from './testing/campaign.ts'
import { openOffice, words } from './testing/office.ts'

const office = await fileFixture(openOffice())
const { shop, admin, start, run, read, turn, retry } = office

beforeEach(() => office.reset())

test('a campaign goes once to everyone in its group, and each copy has its own unsubscribe link', async () => {
  const { group, users } = await createGroup(shop.db, 20)
  const { status, campaign } = await start(group)
  expect([status, campaign.total, campaign.counts.queued]).toEqual([201, 20, 20])
  await run(campaign.id)
  await run(campaign.id)
  expect(office.sent.map(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort())
  const links = new Set(office.sent.map(({ headers }) => headers['List-Unsubscribe']))
  expect(links.size).toBe(20)
  expect(office.sent[0]!.html).toContain('<strong')
  expect(office.sent[0]!.text).toContain('Hello there')
  expect(office.sent[0]!.html).toContain('overflow:hidden">Hello there')
  expect(office.sent[0]!.headers['List-Id']).toBe('<campaigns.127.0.0.1>')
  expect(office.sent[0]!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = office.sent[0]!.headers['List-Unsubscribe']!.slice(1, -1)
  expect(office.sent[0]!.text).toContain(`Unsubscribe: ${link}`)
  expect(office.sent[0]!.html).toContain(`href="${link}"`)
  expect(await read(campaign.id)).toMatchObject({
    status: 'finished',
    content: words.body,
    created_by: admin.user.username,
    counts: { sent: 20, queued: 0 },
  })
})

test('both sets of field names start a campaign, and missing or misleading fields are refused by name', async () => {
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
  expect(await start(empty.group)).toMatchObject({ status: 409, code: 'empty_group' })
})

test('two requests with the same idempotency key start one campaign', async () => {
  const { group } = await createGroup(shop.db, 3)
  const key = randomUUID()
  const started = await Promise.all([start(group, { key }), start(group, { key })])
  expect(started.map(({ status }) => status)).toEqual([201, 201])
  expect(started[0]!.campaign.id).toBe(started[1]!.campaign.id)
  await run(started[0]!.campaign.id)
  expect(office.sent).toHaveLength(3)
})

test('sending the same mail to the same group within a week requires a confirmation', async () => {
  const { group } = await createGroup(shop.db, 2)
  const other = await createGroup(shop.db, 1)
  const first = await start(group)
  expect(first.status).toBe(201)
  expect((await start(other.group)).status).toBe(201)
  const { status, code, detail } = await shop.call(
    campaignForm.start,
    { body: { ...words, recipient_group: group } },
    admin,
  )
  expect([status, code]).toEqual([409, 'sent_recently'])
  expect(detail).toContain(`${admin.user.username} sent this email`)
  expect((await start(group, { subject: 'Other news' })).status).toBe(201)

  // If several colleagues send it at the same moment, all but one see the warning.
  const both = await createGroup(shop.db, 1)
  const answers = await Promise.all([start(both.group), start(both.group), start(both.group)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])

  expect((await start(group, { again: true })).status).toBe(201)
  await shop.db
    .updateTable('campaigns')
    .set({ created_at: new Date(Date.now() - 7 * 86_400_000 - 60_000) })
    .where('recipient_group', '=', group)
    .execute()
  expect((await start(group)).status).toBe(201)
})

test('banned, deleted, unverified and unsubscribed users get no campaign', async () => {
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
  const { groups } = (await shop.call(campaignForm.groups, {}, admin)).body
  expect(groups.find((each) => each.group === group)).toMatchObject({
    recipients: 2,
    suppressed: 1,
  })
  const { campaign } = await start(group)
  expect(campaign).toMatchObject({ total: 3, counts: { queued: 2, skipped: 1 } })
  // Unsubscribes after the start and before their turn.
  await suppress(users[5]!.email)
  await run(campaign.id)
  expect(office.sent.map(({ to }) => to)).toEqual([users[0]!.email])
  const results = await outcomes(shop.db, campaign.id)
  expect([ok, unsubscribed, late].map((id) => results.get(id!)!.status)).toEqual([
    'sent',
    'skipped',
    'skipped',
  ])
  expect(results.size).toBe(3)
})

test('several concurrent senders send each recipient one email', async () => {
  const { group } = await createGroup(shop.db, 40)
  const { campaign } = await start(group)
  await Promise.all(Array.from({ length: 6 }, () => run(campaign.id)))
  await run(campaign.id)
  expect(office.sent).toHaveLength(40)
})

test('staff can pause, resume and cancel a campaign, and each action is logged', async () => {
  const { group } = await createGroup(shop.db, 12)
  const { campaign } = await start(group)
  expect((await turn('resume', campaign.id)).code).toBe('not_paused')
  expect((await turn('pause', campaign.id)).body.status).toBe('paused')
  expect((await turn('pause', campaign.id)).code).toBe('not_running')
  await run(campaign.id)
  expect(office.sent).toEqual([])
  expect((await turn('resume', campaign.id)).body.status).toBe('running')
  let begun = 0
  office.respond = async () => {
    if (++begun === 5) await turn('cancel', campaign.id)
  }
  await run(campaign.id)
  const { status, counts, finished_at } = await read(campaign.id)
  expect(status).toBe('cancelled')
  expect(finished_at).not.toBeNull()
  expect(counts.sent + counts.cancelled).toBe(12)
  expect(counts.cancelled).toBeGreaterThan(0)
  expect(office.sent).toHaveLength(counts.sent)
  expect((await turn('cancel', campaign.id)).code).toBe('campaign_over')
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

test('all running campaigns together stay within the sending rate', async () => {
  shop.shop.config.campaignRate = 20
  const [first, second] = await Promise.all([createGroup(shop.db, 15), createGroup(shop.db, 15)])
  const [one, two] = await Promise.all([start(first.group), start(second.group)])
  const began = Date.now()
  await Promise.all([run(one.campaign.id), run(two.campaign.id)])
  shop.shop.config.campaignRate = 1000
  expect(office.sent).toHaveLength(30)
  // Thirty mails at twenty per second: the last five may go after one and a quarter seconds.
  expect(Date.now() - began).toBeGreaterThan(1200)
})

test('recipients can be searched by the beginning of their name or address', async () => {
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

test('a campaign cannot start without a mail server', async () => {
  shop.shop.mail = null
  const { group } = await createGroup(shop.db, 1)
  expect(await start(group)).toMatchObject({
    status: 409,
    code: 'no_mail_server',
  })
})
