import { randomBytes, randomUUID } from 'node:crypto'
import { demoProgram } from '#demo/loader/program.ts'
import { applyBatch } from '#server/credits/apply.ts'
import { previewBatch } from '#server/credits/preview.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { bitcoin, transaction } from '#server/payouts/testing/desk.ts'
import { pauseFor } from '#server/subscriptions/testing/pause.ts'
import { type Call, staffThings, unique } from './staff-things.ts'

/**
 * For every call of the back-office that changes something: makes what it changes, and answers how
 * it is called. `admin` is who will call it.
 */
export function staffCalls(shop: TestShop, admin: { id: number; cookie: string }) {
  const { db } = shop
  const {
    made,
    customer,
    product,
    ticket,
    codes,
    words,
    post,
    newRelease,
    release,
    promoted,
    ...others
  } = staffThings(shop, admin.cookie)
  const {
    failedBuild,
    revoking,
    revocation,
    module,
    newUser,
    gift,
    campaign,
    suppressed,
    mail,
    failedJob,
    placed,
    paid,
    adopted,
    disputed,
    repriced,
    evidence,
  } = others

  const device = async () =>
    db
      .insertInto('devices')
      .values({ user_id: await customer(), hwid_hash: randomBytes(32) })
      .returning(['id', 'user_id'])
      .executeTakeFirstOrThrow()

  /** An order of five dollars, and what came of it in coins at a dollar for a twentieth. */
  const paidInCrypto = async (actually_paid = 0.25) => {
    const { order, item } = await paid()
    await db.updateTable('orders').set({ type: 'crypto' }).where('id', '=', order).execute()
    const coins = { pay_amount: 0.25, pay_currency: 'btc', pay_network: 'btc', actually_paid }
    await db
      .updateTable('payments')
      .set({ provider: 'nowpayments', ...coins })
      .where('order_id', '=', order)
      .execute()
    return { order, item }
  }

  /** A payout of what was paid above an order's total, after these steps. */
  const payoutAt = async (...steps: ('given' | 'approved' | 'sent')[]) => {
    const { order } = await paidInCrypto(0.3)
    const { id } = await made(`/admin/orders/${order}/payouts/rest`, {})
    const told = { address: bitcoin, sent_at: new Date() }
    for (const status of steps)
      await db
        .updateTable('payouts')
        .set({ status, ...told })
        .where('id', '=', String(id))
        .execute()
    return id
  }

  /** That somebody gets a day of, previewed. */
  const batch = async () => {
    const { uid, game_id } = await gift()
    await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
    const { id } = await made('/admin/credits/', { game_id, hours: 24, title: unique() })
    await made(`/admin/credits/${id}/preview`, {})
    await previewBatch(db, id)
    return id
  }

  const incident = async () => ({
    title: unique(),
    repos: [await module()],
    status: 'offline' as const,
    text: 'It does not start',
  })

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
      path: `/admin/tickets/${await ticket()}/replies`,
      payload: { content: 'Hello' },
    }),
    'PATCH /admin/tickets/{id}/status': async () => ({
      path: `/admin/tickets/${await ticket()}/status`,
      payload: { status: 'closed' },
    }),
    'PATCH /admin/tickets/{id}/assign': async () => ({
      path: `/admin/tickets/${await ticket()}/assign`,
      payload: { uid: admin.id },
    }),
    'POST /admin/games/': async () => ({
      path: '/admin/games/',
      payload: { name: unique(), price: 5, image: await newUpload() },
    }),
    'PATCH /admin/games/{id}': async () => ({
      path: `/admin/games/${await product()}`,
      payload: { price: 7 },
    }),
    'DELETE /admin/games/{id}': async () => ({ path: `/admin/games/${await product()}` }),
    'POST /admin/discounts/batch': async () => ({
      path: '/admin/discounts/batch',
      payload: await codes(),
    }),
    'DELETE /admin/discounts/batch': async () => {
      const added = await codes()
      await made('/admin/discounts/batch', added)
      return { path: '/admin/discounts/batch', payload: added.map(({ code }) => code) }
    },
    'POST /admin/blogs/': async () => ({
      path: '/admin/blogs/',
      payload: { ...words(), image: await newUpload() },
    }),
    'PUT /admin/blogs/{id}': async () => ({
      path: `/admin/blogs/${await post()}`,
      payload: words(),
    }),
    'DELETE /admin/blogs/{id}': async () => ({ path: `/admin/blogs/${await post()}` }),
    'POST /admin/loader/releases/': async () => ({
      path: '/admin/loader/releases/',
      payload: await newRelease(),
    }),
    'PATCH /admin/loader/releases/{id}': async () => ({
      path: `/admin/loader/releases/${(await release()).id}`,
      payload: { notes: 'Faster' },
    }),
    'POST /admin/loader/releases/{id}/promote': async () => ({
      path: `/admin/loader/releases/${(await release()).id}/promote`,
      payload: {},
    }),
    'POST /admin/loader/releases/{id}/roll-back': async () => {
      await promoted()
      return { path: `/admin/loader/releases/${await promoted()}/roll-back`, payload: {} }
    },
    'POST /admin/loader/builds/{id}/retry': async () => ({
      path: `/admin/loader/builds/${await failedBuild()}/retry`,
      payload: {},
    }),
    'POST /admin/loader/revocations/': async () => ({
      path: '/admin/loader/revocations/',
      payload: await revoking(),
    }),
    'POST /admin/loader/revocations/{id}/undo': async () => ({
      path: `/admin/loader/revocations/${await revocation()}/undo`,
      payload: {},
    }),
    'POST /admin/loader/builds/retry': async () => {
      await failedBuild()
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
      path: `/admin/loader/evidence/${await evidence()}`,
      payload: { reason: 'The case is closed' },
    }),
    'POST /admin/modules/': async () => ({
      path: '/admin/modules/',
      payload: { repo: `module-${unique()}`, version: '1', status: 'operational' },
    }),
    'PATCH /admin/modules/{repo}': async () => ({
      path: `/admin/modules/${await module()}`,
      payload: { status: 'offline' },
    }),
    'PUT /admin/modules/order': async () => {
      const [one, two] = [await module(), await module()]
      return { path: '/admin/modules/order', payload: [two, one] }
    },
    'DELETE /admin/modules/{repo}': async () => ({ path: `/admin/modules/${await module()}` }),
    'POST /admin/incidents/': async () => ({
      path: '/admin/incidents/',
      payload: await incident(),
    }),
    'PATCH /admin/incidents/{id}': async () => {
      const { id } = await made('/admin/incidents/', await incident())
      return { path: `/admin/incidents/${id}`, payload: { title: unique() } }
    },
    'POST /admin/incidents/{id}/updates': async () => {
      const { id } = await made('/admin/incidents/', await incident())
      return { path: `/admin/incidents/${id}/updates`, payload: { text: 'We have found it' } }
    },
    'POST /admin/incidents/{id}/close': async () => {
      const { id } = await made('/admin/incidents/', await incident())
      return { path: `/admin/incidents/${id}/close`, payload: { text: 'It is over' } }
    },
    'POST /admin/credits/': async () => ({
      path: '/admin/credits/',
      payload: { game_id: await product(), hours: 48, title: unique() },
    }),
    'POST /admin/credits/{id}/confirm': async () => ({
      path: `/admin/credits/${await batch()}/confirm`,
      payload: { people: 1 },
    }),
    'POST /admin/credits/{id}/drop': async () => ({
      path: `/admin/credits/${await batch()}/drop`,
      payload: {},
    }),
    'POST /admin/credits/{id}/undo': async () => {
      const id = await batch()
      await made(`/admin/credits/${id}/confirm`, { people: 1 })
      await applyBatch(db, id)
      return { path: `/admin/credits/${id}/undo`, payload: {} }
    },
    'PATCH /admin/credits/policies/{id}': async () => ({
      path: `/admin/credits/policies/${await product()}`,
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
      path: `/admin/mails/${await mail()}/resend`,
      payload: {},
    }),
    'POST /admin/users/': async () => ({
      path: '/admin/users/',
      payload: { ...newUser(), role: 'user' },
    }),
    'PATCH /admin/users/{uid}': async () => ({
      path: `/admin/users/${await customer()}`,
      payload: { banned: true },
    }),
    'DELETE /admin/users/{uid}': async () => ({ path: `/admin/users/${await customer()}` }),
    'DELETE /admin/users/{uid}/infractions': async () => {
      const user_id = await customer()
      const values = { user_id, type: 'shared', reason: 'Two machines' }
      await db.insertInto('infractions').values(values).execute()
      return { path: `/admin/users/${user_id}/infractions` }
    },
    'POST /admin/users/{uid}/infractions': async () => ({
      path: `/admin/users/${await customer()}/infractions`,
      payload: { type: 'leak', reason: 'Their build was for sale' },
    }),
    'DELETE /admin/users/{uid}/hwid': async () => {
      const { user_id } = await device()
      return { path: `/admin/users/${user_id}/hwid` }
    },
    'DELETE /admin/users/{uid}/devices/{id}': async () => {
      const { user_id, id } = await device()
      return { path: `/admin/users/${user_id}/devices/${id}`, payload: { reason: 'New board' } }
    },
    'DELETE /admin/users/{uid}/devices/cooldown': async () => {
      const { user_id, id } = await device()
      const released = { user_id, device_id: id, kind: 'released' as const }
      await db.insertInto('device_history').values(released).execute()
      const path = `/admin/users/${user_id}/devices/cooldown`
      return { path, payload: { reason: 'New board' } }
    },
    'POST /admin/subscriptions/{uid}': async () => {
      const { uid, game_id } = await gift()
      return { path: `/admin/subscriptions/${uid}`, payload: { game_id, term_length: 30 } }
    },
    'DELETE /admin/subscriptions/{uid}/gifts/{gift}': async () => {
      const { uid, game_id } = await gift()
      const id = randomUUID()
      await made(`/admin/subscriptions/${uid}`, { id, game_id, term_length: 30 })
      return { path: `/admin/subscriptions/${uid}/gifts/${id}` }
    },
    'DELETE /admin/subscriptions/{uid}/pause': async () => {
      const { uid, game_id } = await gift()
      await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
      await pauseFor(db, { userId: uid, productId: game_id })
      return {
        path: `/admin/subscriptions/${uid}/pause`,
        payload: { game_id, reason: 'Asked for by the customer' },
      }
    },
    'DELETE /admin/subscriptions/{uid}': async () => {
      const { uid, game_id } = await gift()
      await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
      return { path: `/admin/subscriptions/${uid}`, payload: { game_id } }
    },
    'PATCH /admin/settings/': async () => ({
      path: '/admin/settings/',
      payload: { referral_code_uses: 1 + Math.floor(Math.random() * 99) },
    }),
    'PATCH /admin/brand': async () => ({
      path: '/admin/brand',
      payload: { accent: `#${randomBytes(3).toString('hex')}` },
    }),
    'PUT /admin/texts/': async () => ({ path: '/admin/texts/', payload: texts() }),
    'DELETE /admin/texts/{name}/draft': async () => {
      await written({ ...texts(), publish: false })
      return { path: '/admin/texts/footer/draft' }
    },
    'POST /admin/texts/{name}/roll-back': async () => {
      await written(texts())
      return { path: '/admin/texts/footer/roll-back', payload: { version: 0 } }
    },
    'POST /admin/mail/': async () => {
      await customer()
      const payload = { subject: 'S', body: 'B', recipient_group: 'all', key: randomUUID() }
      return { path: '/admin/mail/', payload }
    },
    'POST /admin/mail/campaigns/{id}/pause': async () => ({
      path: `/admin/mail/campaigns/${await campaign()}/pause`,
      payload: {},
    }),
    'POST /admin/mail/campaigns/{id}/resume': async () => {
      const id = await campaign()
      await made(`/admin/mail/campaigns/${id}/pause`, {})
      return { path: `/admin/mail/campaigns/${id}/resume`, payload: {} }
    },
    'POST /admin/mail/campaigns/{id}/cancel': async () => ({
      path: `/admin/mail/campaigns/${await campaign()}/cancel`,
      payload: {},
    }),
    'POST /admin/mail/campaigns/{id}/retry': async () => {
      const id = await campaign()
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
      payload: await suppressed(),
    }),
    'POST /admin/orders/{id}/ask': async () => ({
      path: `/admin/orders/${await placed()}/ask`,
      payload: {},
    }),
    'POST /admin/orders/{id}/refunds': async () => {
      const { order, item } = await paid()
      return {
        path: `/admin/orders/${order}/refunds`,
        payload: partOf(item),
      }
    },
    'POST /admin/orders/{id}/payouts': async () => {
      const { order, item } = await paidInCrypto()
      return {
        path: `/admin/orders/${order}/payouts`,
        payload: partOf(item),
      }
    },
    'POST /admin/orders/{id}/payouts/rest': async () => ({
      path: `/admin/orders/${(await paidInCrypto(0.3)).order}/payouts/rest`,
      payload: {},
    }),
    'POST /admin/payouts/{id}/withdraw': async () => ({
      path: `/admin/payouts/${await payoutAt()}/withdraw`,
      payload: {},
    }),
    'POST /admin/payouts/{id}/approve': async () => ({
      path: `/admin/payouts/${await payoutAt('given')}/approve`,
      payload: { address: bitcoin },
    }),
    'POST /admin/payouts/{id}/sent': async () => ({
      path: `/admin/payouts/${await payoutAt('given', 'approved')}/sent`,
      payload: { transaction_id: transaction },
    }),
    'POST /admin/payouts/{id}/done': async () => ({
      path: `/admin/payouts/${await payoutAt('given', 'approved', 'sent')}/done`,
      payload: {},
    }),
    'POST /admin/games/{id}/price-changes': async () => ({
      path: `/admin/games/${await repriced()}/price-changes`,
      payload: { revision: 2, reason: 'New prices' },
    }),
    'POST /admin/price-changes/{id}/cancel': async () => {
      const product = await repriced()
      const { id } = await made(`/admin/games/${product}/price-changes`, {
        revision: 2,
        reason: 'New prices',
      })
      return { path: `/admin/price-changes/${id}/cancel`, payload: {} }
    },
    'PATCH /admin/disputes/{id}/evidence': async () => ({
      path: `/admin/disputes/${await disputed()}/evidence`,
      payload: { product_description: 'Another game' },
    }),
    'POST /admin/disputes/{id}/submit': async () => ({
      path: `/admin/disputes/${await disputed()}/submit`,
      payload: { revision: 1 },
    }),
    'POST /admin/disputes/{id}/accept': async () => ({
      path: `/admin/disputes/${await disputed()}/accept`,
      payload: {},
    }),
    'POST /admin/orders/{id}/refunds/{refund}/looked': async () => {
      const { order, refund } = await adopted()
      return { path: `/admin/orders/${order}/refunds/${refund}/looked`, payload: {} }
    },
    'POST /admin/health/jobs/{id}/retry': async () => ({
      path: `/admin/health/jobs/${await failedJob()}/retry`,
      payload: {},
    }),
    'DELETE /admin/health/jobs/{id}': async () => ({
      path: `/admin/health/jobs/${await failedJob()}`,
    }),
  }
  return calls
}

/** A part of an item that is to go back. */
const partOf = (item: number) => ({
  id: randomUUID(),
  items: [{ id: item, amount: 2 }],
  left: 5,
  reason: 'requested',
  take_time: true,
  give_code: false,
  stop_renewal: true,
})
