import { randomBytes, randomUUID } from 'node:crypto'
import { demoProgram } from '#demo/loader/program.ts'
import { pauseFor } from '#server/access/subscriptions/testing/pause.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch } from '#server/outages/credits/apply.ts'
import { verificationsMail } from '#server/platform/sessions/mail-texts.ts'
import { bitcoin, transaction } from '#server/selling/payouts/testing/desk.ts'
import { partOf, staffSales } from './staff-sales.ts'
import { type Call, staffThings, unique } from './staff-things.ts'

/** Creates what the call changes, for every back-office call. `admin` is the caller. */
export function staffCalls(shop: TestShop, admin: { id: number; cookie: string }) {
  const { db } = shop
  const things = staffThings(shop, admin.cookie)
  let uses = 0
  const sales = staffSales(shop, things)
  const { made } = things

  const reply = () => ({ name: unique(), category: null, content: 'Hello {username}' })
  async function note() {
    const path = `/admin/tickets/${await things.ticket()}/notes`
    return `${path}/${(await made(path, { content: 'It beeps' })).id}`
  }

  const texts = () => ({ name: 'footer', tagline: unique(), links: [], publish: true })
  const written = (payload: object) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/admin/texts/',
      payload,
      headers: { cookie: admin.cookie },
    })

  const calls: Record<string, () => Promise<Call>> = {
    'POST /admin/tickets/{id}/replies': async () => ({
      path: `/admin/tickets/${await things.ticket()}/replies`,
      payload: { content: 'Hello' },
    }),
    'POST /admin/canned-replies/': async () => ({
      path: '/admin/canned-replies/',
      payload: reply(),
    }),
    'PATCH /admin/canned-replies/{id}': async () => ({
      path: `/admin/canned-replies/${(await made('/admin/canned-replies/', reply())).id}`,
      payload: reply(),
    }),
    'DELETE /admin/canned-replies/{id}': async () => ({
      path: `/admin/canned-replies/${(await made('/admin/canned-replies/', reply())).id}`,
    }),
    'POST /admin/tickets/{id}/notes': async () => ({
      path: `/admin/tickets/${await things.ticket()}/notes`,
      payload: { content: 'Third beep this week' },
    }),
    'PATCH /admin/tickets/{id}/notes/{note}': async () => ({
      path: await note(),
      payload: { content: 'Fourth beep this week' },
    }),
    'DELETE /admin/tickets/{id}/notes/{note}': async () => ({ path: await note() }),
    'PATCH /admin/tickets/{id}/status': async () => ({
      path: `/admin/tickets/${await things.ticket()}/status`,
      payload: { status: 'closed' },
    }),
    'PATCH /admin/tickets/{id}/assign': async () => ({
      path: `/admin/tickets/${await things.ticket()}/assign`,
      payload: { uid: admin.id },
    }),
    'POST /admin/games/': async () => ({
      path: '/admin/games/',
      payload: { name: unique(), price: 5, image: await newUpload() },
    }),
    'PATCH /admin/games/{id}': async () => ({
      path: `/admin/games/${await things.product()}`,
      payload: { price: 7 },
    }),
    'DELETE /admin/games/{id}': async () => ({ path: `/admin/games/${await things.product()}` }),
    'POST /admin/discounts/batch': async () => ({
      path: '/admin/discounts/batch',
      payload: await things.codes(),
    }),
    'DELETE /admin/discounts/batch': async () => {
      const added = await things.codes()
      await made('/admin/discounts/batch', added)
      return { path: '/admin/discounts/batch', payload: added.map(({ code }) => code) }
    },
    'POST /admin/blogs/': async () => ({
      path: '/admin/blogs/',
      payload: { ...things.words(), image: await newUpload() },
    }),
    'PUT /admin/blogs/{id}': async () => ({
      path: `/admin/blogs/${await things.post()}`,
      payload: things.words(),
    }),
    'DELETE /admin/blogs/{id}': async () => ({ path: `/admin/blogs/${await things.post()}` }),
    'POST /admin/loader/releases/': async () => ({
      path: '/admin/loader/releases/',
      payload: await things.newRelease(),
    }),
    'PATCH /admin/loader/releases/{id}': async () => ({
      path: `/admin/loader/releases/${(await things.release()).id}`,
      payload: { notes: 'Faster' },
    }),
    'POST /admin/loader/releases/{id}/promote': async () => ({
      path: `/admin/loader/releases/${(await things.release()).id}/promote`,
      payload: {},
    }),
    'POST /admin/loader/releases/{id}/roll-back': async () => {
      await things.promoted()
      return { path: `/admin/loader/releases/${await things.promoted()}/roll-back`, payload: {} }
    },
    'POST /admin/loader/builds/{id}/retry': async () => ({
      path: `/admin/loader/builds/${await things.failedBuild()}/retry`,
      payload: {},
    }),
    'POST /admin/loader/revocations/': async () => ({
      path: '/admin/loader/revocations/',
      payload: await things.revoking(),
    }),
    'POST /admin/loader/revocations/{id}/undo': async () => ({
      path: `/admin/loader/revocations/${await things.revocation()}/undo`,
      payload: {},
    }),
    'POST /admin/loader/builds/retry': async () => {
      await things.failedBuild()
      return { path: '/admin/loader/builds/retry', payload: {} }
    },
    'POST /admin/loader/traces/': async () => ({
      path: '/admin/loader/traces/',
      payload: { of: randomUUID() },
    }),
    'POST /admin/loader/traces/file': async () => ({
      path: '/admin/loader/traces/file',
      payload: demoProgram('2'),
    }),
    'DELETE /admin/loader/evidence/{id}': async () => ({
      path: `/admin/loader/evidence/${await things.evidence()}`,
      payload: { reason: 'The case is closed' },
    }),
    'POST /admin/modules/': async () => ({
      path: '/admin/modules/',
      payload: { repo: `module-${unique()}`, version: '1', status: 'operational' },
    }),
    'PATCH /admin/modules/{repo}': async () => ({
      path: `/admin/modules/${await things.module()}`,
      payload: { status: 'offline' },
    }),
    'PUT /admin/modules/order': async () => {
      const [one, two] = [await things.module(), await things.module()]
      return { path: '/admin/modules/order', payload: [two, one] }
    },
    'DELETE /admin/modules/{repo}': async () => ({
      path: `/admin/modules/${await things.module()}`,
    }),
    'POST /admin/incidents/': async () => ({
      path: '/admin/incidents/',
      payload: await things.incident(),
    }),
    'PATCH /admin/incidents/{id}': async () => {
      const { id } = await made('/admin/incidents/', await things.incident())
      return { path: `/admin/incidents/${id}`, payload: { title: unique() } }
    },
    'POST /admin/incidents/{id}/updates': async () => {
      const { id } = await made('/admin/incidents/', await things.incident())
      return { path: `/admin/incidents/${id}/updates`, payload: { text: 'We have found it' } }
    },
    'POST /admin/incidents/{id}/close': async () => {
      const { id } = await made('/admin/incidents/', await things.incident())
      return { path: `/admin/incidents/${id}/close`, payload: { text: 'It is over' } }
    },
    'POST /admin/credits/': async () => ({
      path: '/admin/credits/',
      payload: { game_id: await things.product(), hours: 48, title: unique() },
    }),
    'POST /admin/credits/{id}/confirm': async () => ({
      path: `/admin/credits/${await things.batch()}/confirm`,
      payload: { people: 1 },
    }),
    'POST /admin/credits/{id}/drop': async () => ({
      path: `/admin/credits/${await things.batch()}/drop`,
      payload: {},
    }),
    'POST /admin/credits/{id}/undo': async () => {
      const id = await things.batch()
      await made(`/admin/credits/${id}/confirm`, { people: 1 })
      await applyBatch(db, id)
      return { path: `/admin/credits/${id}/undo`, payload: {} }
    },
    'PATCH /admin/credits/policies/{id}': async () => ({
      path: `/admin/credits/policies/${await things.product()}`,
      payload: { from_minutes: 30 },
    }),
    'POST /admin/api-keys/': async () => ({
      path: '/admin/api-keys/',
      payload: { name: 'Pipeline' },
    }),
    'DELETE /admin/api-keys/{id}': async () => {
      await made('/admin/api-keys/', { name: unique() })
      const { id } = await db
        .selectFrom('api_keys')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return { path: `/admin/api-keys/${id}` }
    },
    'POST /admin/mails/{id}/resend': async () => ({
      path: `/admin/mails/${await things.mail()}/resend`,
      payload: {},
    }),
    'POST /admin/users/': async () => ({
      path: '/admin/users/',
      payload: { ...things.newUser(), role: 'user' },
    }),
    'PATCH /admin/users/{uid}': async () => ({
      path: `/admin/users/${await things.customer()}`,
      payload: { banned: true },
    }),
    'DELETE /admin/users/{uid}': async () => ({ path: `/admin/users/${await things.customer()}` }),
    'DELETE /admin/users/{uid}/sessions': async () => ({
      path: `/admin/users/${await things.customer()}/sessions`,
      payload: { reason: 'Stolen laptop' },
    }),
    'DELETE /admin/users/{uid}/second_factor': async () => {
      const user_id = await things.customer()
      const factor = { user_id, sealed: randomBytes(40), key_id: 'test', last_step: 0 }
      await db.insertInto('second_factors').values(factor).execute()
      return { path: `/admin/users/${user_id}/second_factor`, payload: { reason: 'Lost phone' } }
    },
    'DELETE /admin/users/{uid}/infractions': async () => {
      const user_id = await things.customer()
      const values = { user_id, type: 'shared', reason: 'Two machines' }
      await db.insertInto('infractions').values(values).execute()
      return { path: `/admin/users/${user_id}/infractions` }
    },
    'POST /admin/users/{uid}/infractions': async () => ({
      path: `/admin/users/${await things.customer()}/infractions`,
      payload: { type: 'leak', reason: 'Their build was for sale' },
    }),
    'DELETE /admin/users/{uid}/hwid': async () => {
      const { user_id } = await things.device()
      return { path: `/admin/users/${user_id}/hwid` }
    },
    'DELETE /admin/users/{uid}/devices/{id}': async () => {
      const { user_id, id } = await things.device()
      return { path: `/admin/users/${user_id}/devices/${id}`, payload: { reason: 'New board' } }
    },
    'DELETE /admin/users/{uid}/devices/cooldown': async () => {
      const { user_id, id } = await things.device()
      const released = { user_id, device_id: id, kind: 'released' as const }
      await db.insertInto('device_history').values(released).execute()
      const path = `/admin/users/${user_id}/devices/cooldown`
      return { path, payload: { reason: 'New board' } }
    },
    'POST /admin/subscriptions/{uid}': async () => {
      const { uid, game_id } = await things.gift()
      return { path: `/admin/subscriptions/${uid}`, payload: { game_id, term_length: 30 } }
    },
    'DELETE /admin/subscriptions/{uid}/gifts/{gift}': async () => {
      const { uid, game_id } = await things.gift()
      const id = randomUUID()
      await made(`/admin/subscriptions/${uid}`, { id, game_id, term_length: 30 })
      return { path: `/admin/subscriptions/${uid}/gifts/${id}`, payload: { reason: 'Wrong' } }
    },
    'DELETE /admin/subscriptions/{uid}/pause': async () => {
      const { uid, game_id } = await things.gift()
      await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
      await pauseFor(db, { userId: uid, productId: game_id })
      return {
        path: `/admin/subscriptions/${uid}/pause`,
        payload: { game_id, reason: 'Requested by the customer' },
      }
    },
    'DELETE /admin/subscriptions/{uid}': async () => {
      const { uid, game_id } = await things.gift()
      await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
      return { path: `/admin/subscriptions/${uid}`, payload: { game_id } }
    },
    'PATCH /admin/settings/': async () => {
      // Another value than the last time, because an unchanged setting is not logged.
      uses = (uses % 99) + 1
      return { path: '/admin/settings/', payload: { referral_code_uses: uses } }
    },
    'PATCH /admin/brand': async () => ({
      path: '/admin/brand',
      payload: { accent: `#${randomBytes(3).toString('hex')}` },
    }),
    'PUT /admin/texts/': async () => ({ path: '/admin/texts/', payload: texts() }),
    'PUT /admin/texts/mails/': async () => ({
      path: '/admin/texts/mails/',
      payload: {
        ...verificationsMail.words,
        name: 'mail-verifications',
        heading: unique(),
        publish: true,
      },
    }),
    'DELETE /admin/texts/{name}/draft': async () => {
      await written({ ...texts(), publish: false })
      return { path: '/admin/texts/footer/draft' }
    },
    'POST /admin/texts/{name}/roll-back': async () => {
      await written(texts())
      return { path: '/admin/texts/footer/roll-back', payload: { version: 0 } }
    },
    'POST /admin/mail/': async () => {
      await things.customer()
      const payload = {
        subject: randomUUID(),
        body: 'B',
        recipient_group: 'all',
        key: randomUUID(),
      }
      return { path: '/admin/mail/', payload }
    },
    'POST /admin/mail/campaigns/{id}/pause': async () => ({
      path: `/admin/mail/campaigns/${await things.campaign()}/pause`,
      payload: {},
    }),
    'POST /admin/mail/campaigns/{id}/resume': async () => {
      const id = await things.campaign()
      await made(`/admin/mail/campaigns/${id}/pause`, {})
      return { path: `/admin/mail/campaigns/${id}/resume`, payload: {} }
    },
    'POST /admin/mail/campaigns/{id}/cancel': async () => ({
      path: `/admin/mail/campaigns/${await things.campaign()}/cancel`,
      payload: {},
    }),
    'POST /admin/mail/campaigns/{id}/retry': async () => {
      const id = await things.campaign()
      await db
        .updateTable('campaign_recipients')
        .set({ status: 'failed' })
        .where('campaign_id', '=', id)
        .execute()
      return { path: `/admin/mail/campaigns/${id}/retry`, payload: {} }
    },
    'POST /admin/mail/suppressions': async () => ({
      path: '/admin/mail/suppressions',
      payload: { email: `${unique()}@example.com` },
    }),
    'DELETE /admin/mail/suppressions': async () => ({
      path: '/admin/mail/suppressions',
      payload: await things.suppressed(),
    }),
    'POST /admin/orders/{id}/ask': async () => ({
      path: `/admin/orders/${await sales.placed()}/ask`,
      payload: {},
    }),
    'POST /admin/orders/{id}/refunds': async () => {
      const { order, item } = await sales.paid()
      return {
        path: `/admin/orders/${order}/refunds`,
        payload: partOf(item),
      }
    },
    'POST /admin/orders/{id}/payouts': async () => {
      const { order, item } = await sales.paidInCrypto()
      return {
        path: `/admin/orders/${order}/payouts`,
        payload: partOf(item),
      }
    },
    'POST /admin/orders/{id}/payouts/rest': async () => ({
      path: `/admin/orders/${(await sales.paidInCrypto(0.3)).order}/payouts/rest`,
      payload: {},
    }),
    'POST /admin/payouts/{id}/withdraw': async () => ({
      path: `/admin/payouts/${await sales.payoutAt()}/withdraw`,
      payload: { reason: 'Asked for' },
    }),
    'POST /admin/payouts/{id}/approve': async () => ({
      path: `/admin/payouts/${await sales.payoutAt('given')}/approve`,
      payload: { address: bitcoin, reason: 'Right' },
    }),
    'POST /admin/payouts/{id}/claim': async () => ({
      path: `/admin/payouts/${await sales.payoutAt('given', 'approved')}/claim`,
      payload: {},
    }),
    'POST /admin/payouts/{id}/release': async () => ({
      path: `/admin/payouts/${await sales.payoutInHandOf(admin.id)}/release`,
      payload: {},
    }),
    'POST /admin/payouts/{id}/sent': async () => ({
      path: `/admin/payouts/${await sales.payoutInHandOf(admin.id)}/sent`,
      payload: { transaction_id: transaction },
    }),
    'POST /admin/payouts/{id}/done': async () => ({
      path: `/admin/payouts/${await sales.payoutAt('given', 'approved', 'sent')}/done`,
      payload: {},
    }),
    'POST /admin/games/{id}/price-changes': async () => ({
      path: `/admin/games/${await sales.repriced()}/price-changes`,
      payload: { revision: 2, reason: 'New prices' },
    }),
    'POST /admin/price-changes/{id}/cancel': async () => {
      const product = await sales.repriced()
      const { id } = await made(`/admin/games/${product}/price-changes`, {
        revision: 2,
        reason: 'New prices',
      })
      return { path: `/admin/price-changes/${id}/cancel`, payload: { reason: 'A mistake' } }
    },
    'PATCH /admin/disputes/{id}/evidence': async () => ({
      path: `/admin/disputes/${await sales.disputed()}/evidence`,
      payload: { product_description: 'Another game' },
    }),
    'POST /admin/disputes/{id}/submit': async () => ({
      path: `/admin/disputes/${await sales.disputed()}/submit`,
      payload: { revision: 1, reason: 'Delivered' },
    }),
    'POST /admin/disputes/{id}/accept': async () => ({
      path: `/admin/disputes/${await sales.disputed()}/accept`,
      payload: { reason: 'True' },
    }),
    'POST /admin/orders/{id}/refunds/{refund}/looked': async () => {
      const { order, refund } = await sales.adopted()
      return { path: `/admin/orders/${order}/refunds/${refund}/looked`, payload: {} }
    },
    'POST /admin/orders/{id}/reviewed': async () => {
      const { order, seen } = await sales.toReview()
      return { path: `/admin/orders/${order}/reviewed`, payload: { seen } }
    },
    'POST /admin/health/jobs/{id}/retry': async () => ({
      path: `/admin/health/jobs/${await things.failedJob()}/retry`,
      payload: {},
    }),
    'DELETE /admin/health/jobs/{id}': async () => ({
      path: `/admin/health/jobs/${await things.failedJob()}`,
    }),
  }
  return calls
}
