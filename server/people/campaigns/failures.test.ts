import { beforeEach, expect, test } from 'vitest'
import { campaigns } from '#contract/people/campaigns.ts'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import {
  BouncedMail,
  MailServerFailure,
  PermanentMailFailure,
  ShopRefused,
  UncertainMailFailure,
} from '#server/adapters/mail/mail.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { mostAttempts } from './recipients.ts'
import { sendCampaign } from './sending.ts'
import { createGroup, expireLease, makeDue, outcomes } from './testing/campaign.ts'
import { openOffice } from './testing/office.ts'

const office = await fileFixture(openOffice())
const { shop, admin, start, run, read, retry } = office

beforeEach(() => office.reset())

test('a temporary failure is retried with growing delays until the attempts run out', async () => {
  const { group, users } = await createGroup(shop.db, 2)
  const [stubborn, shy] = users as [(typeof users)[0], (typeof users)[0]]
  let tries = 0
  office.respond = ({ to }) => {
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
  expect(office.sent).toHaveLength(1)
})

test('a permanent refusal is retried only when staff ask for it', async () => {
  const { group } = await createGroup(shop.db, 2)
  office.respond = () => {
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
  office.respond = () => {}
  expect((await retry(campaign.id)).body).toMatchObject({ status: 'running' })
  await run(campaign.id)
  expect(office.sent).toHaveLength(2)
  expect(await retry(campaign.id)).toMatchObject({
    status: 409,
    code: 'nothing_to_retry',
  })
})

test('an email that may have arrived is sent again only when staff ask for it', async () => {
  const { group } = await createGroup(shop.db, 3)
  office.respond = () => {
    throw new UncertainMailFailure('Connection closed unexpectedly')
  }
  const { campaign } = await start(group)
  await run(campaign.id)
  office.respond = () => {}
  expect((await retry(campaign.id)).status).toBe(409)
  expect(await run(campaign.id)).toBeUndefined()
  expect(office.sent).toEqual([])
  expect((await read(campaign.id)).counts).toMatchObject({ unknown: 3 })
  expect((await retry(campaign.id, { unknown: true })).status).toBe(200)
  await run(campaign.id)
  expect(office.sent).toHaveLength(3)
})

test('after a sender is killed, the remaining recipients get the campaign and nobody gets it twice', async () => {
  const { group } = await createGroup(shop.db, 30)
  const handedOver: string[] = []
  office.respond = ({ to }) => {
    handedOver.push(to)
    return handedOver.length > 10 ? new Promise(() => {}) : undefined
  }
  const { campaign } = await start(group)
  void sendCampaign(shop.shop, campaign.id, async () => {})
  await expect.poll(() => handedOver.length).toBeGreaterThan(10)
  // While the first sender is alive, nobody else sends.
  let again: Date | undefined
  await sendCampaign(shop.shop, campaign.id, async (_db, at) => {
    again = at
  })
  expect(again).toBeDefined()
  office.respond = ({ to }) => void handedOver.push(to)
  await expireLease(shop.db, campaign.id)
  await run(campaign.id)
  expect(new Set(handedOver).size).toBe(handedOver.length)
  expect(handedOver).toHaveLength(30)
  const { counts, status } = await read(campaign.id)
  expect(status).toBe('finished')
  expect(counts.sent + counts.unknown).toBe(30)
  expect(counts.unknown).toBeGreaterThan(0)
})

test('while the mail server is unreachable, a campaign waits before the next attempt', async () => {
  const { group } = await createGroup(shop.db, 30)
  let asked = 0
  office.respond = () => {
    asked += 1
    throw new MailServerFailure('connect ECONNREFUSED')
  }
  const { campaign } = await start(group)
  const again = await run(campaign.id)
  expect(again!.getTime()).toBeGreaterThan(Date.now() + 5000)
  expect(asked).toBeLessThan(30)
  expect((await read(campaign.id)).counts.failed).toBe(0)
})

test('slow recipients do not delay the others', async () => {
  const { group, users } = await createGroup(shop.db, 40)
  const slow = new Set(users.slice(0, 3).map(({ email }) => email))
  const waiting: (() => void)[] = []
  office.respond = ({ to }) =>
    slow.has(to) ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined
  const { campaign } = await start(group)
  const over = run(campaign.id)
  await expect.poll(() => [waiting.length, office.sent.length]).toEqual([3, 37])
  for (const answer of waiting) answer()
  await over
  expect((await read(campaign.id)).counts).toMatchObject({ sent: 40 })
})

test('an address that does not exist gets no further campaigns, and the list gives the reason', async () => {
  const { group, users } = await createGroup(shop.db, 2)
  const [gone, there] = users
  office.respond = ({ to }) => {
    if (to === gone!.email) throw new BouncedMail('550 5.1.1 No such user')
  }
  const first = await start(group)
  await run(first.campaign.id)
  expect((await outcomes(shop.db, first.campaign.id)).get(gone!.id)).toMatchObject({
    status: 'failed',
    error: '550 5.1.1 No such user',
  })
  const query = { search: gone!.email }
  const { body } = await shop.call(mailSuppressions.list, { query }, admin)
  expect(body.suppressions).toMatchObject([{ email: gone!.email, reason: 'bounced' }])
  office.sent = []
  const second = await start(group, { again: true })
  await run(second.campaign.id)
  expect(office.sent.map(({ to }) => to)).toEqual([there!.email])
  expect((await outcomes(shop.db, second.campaign.id)).get(gone!.id)).toMatchObject({
    status: 'skipped',
    error: 'On the suppression list: bounced',
  })
})

test('a campaign pauses once the mail server refuses the shop five times in a row', async () => {
  const { group, users } = await createGroup(shop.db, 41)
  office.respond = () => {
    throw new ShopRefused('550 relay not permitted')
  }
  const { campaign } = await start(group)
  await run(campaign.id)
  const paused = await read(campaign.id)
  expect(paused).toMatchObject({ status: 'paused', refused_with: '550 relay not permitted' })
  expect(paused.counts).toMatchObject({ queued: 41, failed: 0, skipped: 0 })
  const emails = users.map(({ email }) => email)
  const suppressed = await shop.db
    .selectFrom('mail_suppressions')
    .select('email')
    .where('email', 'in', emails)
    .execute()
  expect(suppressed).toEqual([])

  office.respond = () => {}
  expect((await office.turn('resume', campaign.id)).body).toMatchObject({
    status: 'running',
    refused_with: null,
  })
  await run(campaign.id)
  expect(new Set(office.sent.map(({ to }) => to))).toEqual(new Set(emails))
})

test('a few refusals among sent emails do not pause a campaign', async () => {
  const { group, users } = await createGroup(shop.db, 12)
  const refused = new Set(users.filter((_, index) => index % 3 === 0).map(({ email }) => email))
  office.respond = ({ to }) => {
    if (refused.has(to)) throw new ShopRefused('550 5.7.1 Blocked')
  }
  const { campaign } = await start(group)
  await run(campaign.id)
  await makeDue(shop.db, campaign.id)
  office.respond = () => {}
  await run(campaign.id)
  expect(await read(campaign.id)).toMatchObject({ status: 'finished', counts: { sent: 12 } })
})
