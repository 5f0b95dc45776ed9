import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { giftRefusals } from '#contract/access/staff-subscriptions.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { settings } from '#contract/platform/settings.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { giveTime } from './gifts.ts'
import { giftDesk } from './testing/gift-desk.ts'
import { undoGift } from './undo-gift.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const support = () => signIn(shop.app, { support: true })
const product = await addProduct(shop.db, { name: 'Given', price_cents: 1000 })
const desk = giftDesk(shop, product, admin)
const { give, undo, gifts, left, age } = desk
const hour = 3600

const customer = async () => (await signIn(shop.app)).user.id
const near = (seconds: number, wanted: number) =>
  expect(Math.abs(seconds - wanted)).toBeLessThan(60)

test('grants time by the hour, and logs the reason with both expiry dates', async () => {
  const uid = await customer()
  expect(await give(uid, { hours: 5, reason: '' })).toMatchObject({ status: 422 })
  for (const hours of [0, 0.5, 8761]) expect((await give(uid, { hours })).status).toBe(422)
  expect(await give(uid, { hours: 5, plan: '1m' })).toMatchObject({ status: 422 })
  expect((await give(uid, { hours: 5 })).status).toBe(201)
  near(await left(uid), 5 * hour)
  expect((await give(uid, { hours: 8760, reason: 'The outage' })).status).toBe(201)
  const [second, first] = await gifts(uid)
  expect(second).toMatchObject({ seconds: 8760 * hour, reason: 'The outage', can_undo: true })
  expect(first).toMatchObject({ seconds: 5 * hour, by: admin.user.username, taken_back: 0 })
  const entry = await lastStaffEntry(shop.db, uid)
  expect(entry).toMatchObject({
    message: 'Time given',
    details: { hours: 8760, reason: 'The outage', told: false },
  })
  const { before, after } = entry.details as Record<string, { ends_at: string }>
  expect(Date.parse(after!.ends_at) - Date.parse(before!.ends_at)).toBe(8760 * hour * 1000)
})

test('two requests with one id grant once, and the id works for no other grant', async () => {
  const uid = await customer()
  const id = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => give(uid, { id, hours: 24 })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  near(await left(uid), 24 * hour)
  expect(await gifts(uid)).toHaveLength(1)
  for (const [who, given] of [
    [uid, { id, hours: 25 }],
    [await customer(), { id, hours: 24 }],
  ] as const)
    expect(await give(who, given)).toMatchObject({ status: 409, code: 'gift_id_used' })
})

test('an id does not repeat a grant that was taken back', async () => {
  const uid = await customer()
  const given = { hours: 5, id: randomUUID() }
  expect((await give(uid, given)).status).toBe(201)
  expect((await give(uid, given)).status).toBe(201)
  expect((await undo(uid, given.id)).status).toBe(200)
  expect(await give(uid, given)).toMatchObject({ status: 409, code: 'gift_id_used' })
  near(await left(uid), 0)
})

test('a preview changes nothing and shows what the grant does', async () => {
  const uid = await customer()
  const renewal = await addRenewal(shop.db, { user_id: uid, product_id: product })
  await give(uid, { hours: 240 })
  const { body } = await desk.preview(uid, { hours: 48 })
  near(await left(uid), 240 * hour)
  expect(await gifts(uid)).toHaveLength(1)
  expect(body.seconds).toBe(48 * hour)
  expect(Date.parse(body.after.ends_at!) - Date.parse(body.before.ends_at!)).toBe(48 * hour * 1000)
  expect(Date.parse(body.after.next_charge!) - Date.parse(body.before.next_charge!)).toBe(
    48 * hour * 1000,
  )
  const life = await desk.preview(uid, { plan: 'lifetime' })
  expect(life.body.after).toMatchObject({ lifetime: true, next_charge: null })
  expect(await renewal.stateOf()).toMatchObject({ state: 'on' })
})

test('adds no time to a lifetime', async () => {
  const uid = await customer()
  expect((await give(uid, { plan: 'lifetime' })).status).toBe(201)
  for (const more of [{ plan: 'lifetime' }, { hours: 24 }]) {
    expect(await give(uid, more)).toMatchObject({ status: 409, code: 'has_lifetime' })
    expect(await desk.preview(uid, more)).toMatchObject({ status: 409, code: 'has_lifetime' })
  }
  expect(await gifts(uid)).toHaveLength(1)
})

test('support grants at most what the settings allow in 24 hours, also in concurrent requests', async () => {
  const member = await support()
  const people = await Promise.all([1, 2, 3, 4, 5].map(customer))
  const answers = await Promise.all(people.map((uid) => give(uid, { hours: 48 }, member)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403])
  const refused = answers.find(({ status }) => status === 403)
  expect(refused).toMatchObject({ code: 'gift_above_cap' })
  expect(refused!.detail).toMatch(/may give 7 days of time .* you have 1 day left\./)
  const spared = people[answers.findIndex(({ status }) => status === 403)]!
  expect(await desk.preview(spared, { hours: 25 }, member)).toMatchObject({ status: 403 })
  expect((await give(spared, { hours: 24 }, member)).status).toBe(201)
  // Time that was taken back may be granted again, except for the seconds that were used. Gifts
  // older than a day no longer count.
  const lucky = people[answers.findIndex(({ status }) => status === 201)]!
  expect((await undo(lucky, (await gifts(lucky))[0]!.id, member)).status).toBe(200)
  expect((await give(spared, { hours: 47 }, member)).status).toBe(201)
  expect((await give(spared, { hours: 2 }, member)).status).toBe(403)
  await age(spared, 24)
  expect((await give(spared, { hours: 71 }, member)).status).toBe(201)
  // A colleague has a separate limit.
  expect((await give(spared, { hours: 1 }, await support())).status).toBe(201)
})

test('support cannot grant a lifetime, time to themselves, or anything if the settings allow none', async () => {
  const member = await support()
  const uid = await customer()
  expect(await give(uid, { plan: 'lifetime' }, member)).toMatchObject({ code: 'gift_above_cap' })
  expect(await give(member.user.id, { hours: 1 }, member)).toMatchObject({
    status: 403,
    code: 'own_time',
  })
  const { revision } = (await shop.call(settings.get, {}, admin)).body
  const set = (support_time_days: number, at: typeof revision) =>
    shop.call(settings.change, { body: { support_time_days, revision: at } }, admin)
  const changed = await set(0, revision)
  expect(await give(uid, { hours: 1 }, member)).toMatchObject({ code: 'gift_above_cap' })
  expect((await give(uid, { hours: 1 })).status).toBe(201)
  expect((await set(7, changed.body.revision)).status).toBe(200)
  const nobody = await signIn(shop.app)
  expect((await give(uid, { hours: 1 }, nobody)).status).toBe(403)
})

test('only the unused part of a grant can be taken back, once', async () => {
  const uid = await customer()
  await give(uid, { hours: 10 })
  await give(uid, { hours: 100, note: 'Enjoy' })
  const [second, first] = await gifts(uid)
  await age(uid, 4)
  // Four hours of the first gift are used, none of the second.
  near((await desk.previewUndo(uid, first!.id)).body.seconds, -6 * hour)
  near(await left(uid), 106 * hour)
  const answers = await Promise.all([undo(uid, second!.id), undo(uid, second!.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  near(await left(uid), 6 * hour)
  expect((await undo(uid, first!.id)).body).toMatchObject({ after: { ends_at: null } })
  near(await left(uid), 0)
  expect(await undo(uid, first!.id)).toMatchObject({ code: 'gift_undone' })
  const [later, earlier] = await gifts(uid)
  expect(later).toMatchObject({ taken_back: 100 * hour, can_undo: false })
  expect(earlier).toMatchObject({ can_undo: false })
  near(earlier!.taken_back, 6 * hour)
  expect(await lastStaffEntry(shop.db, uid)).toMatchObject({
    message: 'Time revoked',
    details: { reason: 'Wrong', after: { ends_at: null } },
  })
})

test('refuses to take back grants that are too old, used, unknown or from a colleague', async () => {
  const [uid, member] = [await customer(), await support()]
  await give(uid, { hours: 2 })
  const [mine] = await gifts(uid)
  expect((await gifts(uid, member))[0]).toMatchObject({ can_undo: false })
  expect(await undo(uid, mine!.id, member)).toMatchObject({ status: 403, code: 'colleagues_gift' })
  await age(uid, 3)
  expect(await undo(uid, mine!.id)).toMatchObject({ status: 409, code: 'gift_used' })
  await give(uid, { hours: 1000 }, admin)
  const [late] = await gifts(uid)
  await age(uid, 24)
  expect(await undo(uid, late!.id)).toMatchObject({ status: 409, code: 'gift_too_old' })
  expect(await undo(uid, randomUUID())).toMatchObject({ status: 404, code: 'unknown_gift' })
  expect(await undo(await customer(), late!.id)).toMatchObject({ status: 404 })
  expect(Object.keys(giftRefusals)).toHaveLength(9)
})

test('no grant returns more time than it holds, in any sequence', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const staff = { ...admin.user }
  for (let run = 0; run < 6; run += 1) {
    const uid = await customer()
    const held = new Map<string, number>()
    for (let step = 0; step < 12; step += 1) {
      const before = await left(uid)
      const what = random(3)
      if (what === 0) {
        const id = randomUUID()
        const seconds = (1 + random(30)) * hour
        await giveTime(shop.db, staff, uid, { productId: product, seconds, id, reason: 'x' })
        held.set(id, seconds)
        expect(Math.abs((await left(uid)) - before - seconds), `seed ${seed}`).toBeLessThan(60)
      } else if (what === 1 && held.size > 0) {
        const id = [...held.keys()][random(held.size)]!
        const taken = await undoGift(shop.db, staff, uid, { id, reason: 'No' }).catch(() => null)
        if (taken) {
          expect(-taken.seconds, `seed ${seed}`).toBeLessThanOrEqual(held.get(id)!)
          expect(Math.abs(before + taken.seconds - (await left(uid))), `seed ${seed}`).toBeLessThan(
            60,
          )
          held.set(id, 0)
        }
      } else await age(uid, random(8))
    }
    // Taking back everything must not leave time that nobody granted, and no negative time.
    for (const id of held.keys())
      await undoGift(shop.db, staff, uid, { id, reason: 'No' }).catch(() => null)
    const rest = await left(uid)
    const late = (await gifts(uid)).every(({ can_undo }) => !can_undo)
    expect(late && rest >= 0, `seed ${seed}`).toBe(true)
  }
})

test('deleting a customer deletes the notes of their grants only', async () => {
  const [gone, other] = [await customer(), await customer()]
  for (const uid of [gone, other])
    await give(uid, { hours: 1, reason: `For ${uid}`, note: `Dear ${uid}` })
  const removed = await shop.call(staffUsers.remove, { params: { uid: String(gone) } }, admin)
  expect(removed.status).toBe(200)
  const words = await shop.db
    .selectFrom('time_gifts')
    .select(['reason', 'note'])
    .where('reason', 'in', [`For ${gone}`, `For ${other}`])
    .execute()
  expect(words).toEqual([{ reason: `For ${other}`, note: `Dear ${other}` }])
})
