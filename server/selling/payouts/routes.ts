import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { payouts } from '#contract/selling/payouts.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { issuerOf } from '#server/selling/documents/make.ts'
import { claimPayout, releasePayout } from './claim.ts'
import { confirmAddress, giveAddress } from './give.ts'
import { openPayout, readPayoutLink } from './links.ts'
import { findRest, offerRefund, offerRest } from './offer.ts'
import { getPayout, listPayouts, readForCustomer } from './read.ts'
import { requireSender } from './send.ts'
import { approvePayout, markDone, markSent, previewPayout } from './steps.ts'
import { previewWithdraw, withdrawPayout } from './withdraw.ts'

export function payoutRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db, config } = shop
  mount(app, payouts.open, ({ params }, { user }) => openPayout(db, user.id, params.id))
  mount(app, payouts.read, async ({ body }) =>
    readForCustomer(db, await readPayoutLink(db, body.token)),
  )
  mount(app, payouts.address, async ({ body: { token, ...given } }) => {
    const id = await readPayoutLink(db, token)
    await giveAddress(db, config, id, given)
    return readForCustomer(db, id)
  })
  mount(app, payouts.confirm, async ({ body: { token, ...shown } }) => {
    const id = await readPayoutLink(db, token)
    await confirmAddress(db, id, shown)
    return readForCustomer(db, id)
  })

  mount(app, staffPayouts.list, async ({ params, query }) => ({
    ...(await listPayouts(db, params.id, query)),
    rest: await findRest(db, params.id),
  }))
  mount(app, staffPayouts.offer, async ({ params, body }, { user }) => {
    const wanted = { ...body, id: body.id ?? randomUUID() }
    return getPayout(db, await offerRefund(db, user, params.id, wanted))
  })
  mount(app, staffPayouts.offerRest, async ({ params, query }, { user }) =>
    getPayout(db, await offerRest(db, user, params.id, query)),
  )
  mount(app, staffPayouts.effects, ({ params }) => previewPayout(db, issuerOf(shop), params.id))
  mount(app, staffPayouts.withdraw, async ({ params, body }, { user }) => {
    await withdrawPayout(db, shop.crypto, user, params.id, body.reason)
    return getPayout(db, params.id)
  })
  mount(app, staffPayouts.previewWithdraw, ({ params }, { user }) =>
    previewWithdraw(db, user, params.id),
  )
  mount(app, staffPayouts.approve, async ({ params, body }, { user }) => {
    if (body.by_server) await requireSender(db, shop.crypto, params.id)
    await approvePayout(db, user, params.id, body)
    return getPayout(db, params.id)
  })
  mount(app, staffPayouts.claim, async ({ params, body }, { user }) => {
    await claimPayout(db, user, params.id, body.take_from)
    return getPayout(db, params.id)
  })
  mount(app, staffPayouts.release, async ({ params }, { user }) => {
    await releasePayout(db, user, params.id)
    return getPayout(db, params.id)
  })
  mount(app, staffPayouts.sent, async ({ params, body }, { user }) => {
    await markSent(db, user, params.id, body.transaction_id)
    return getPayout(db, params.id)
  })
  mount(app, staffPayouts.done, async ({ params }, { user }) => {
    await markDone(db, user, params.id)
    return getPayout(db, params.id)
  })
}
