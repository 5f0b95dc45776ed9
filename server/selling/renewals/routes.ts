import type { FastifyInstance } from 'fastify'
import { renewals } from '#contract/selling/renewals.ts'
import { getRenewal, listRenewals } from '#server/access/subscriptions/renewals.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getOrder } from '#server/selling/orders/orders.ts'
import { offered } from '#server/selling/payments/providers.ts'
import { readStopLink } from './links.ts'
import { changeCard, confirmRenewal, payRenewal } from './pay.ts'
import { resumeRenewal, stopRenewal, stopRenewalsOf } from './stop.ts'

export function renewalRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop

  mount(app, renewals.list, (_input, { user }) => listRenewals(db, user.id))

  mount(app, renewals.stop, async ({ params, body }, { user }) => {
    await stopRenewal(db, user.id, params.id, body.reason)
    return getRenewal(db, user.id, params.id)
  })
  mount(app, renewals.resume, async ({ params }, { user }) => {
    await resumeRenewal(db, user.id, params.id)
    return getRenewal(db, user.id, params.id)
  })
  mount(app, renewals.pay, async ({ params }, { user }) => {
    await payRenewal(db, offered(shop.card), user.id, params.id)
    return getRenewal(db, user.id, params.id)
  })
  mount(app, renewals.changeCard, async ({ params, body }, { user }) => {
    await changeCard(db, offered(shop.card), user.id, { id: params.id, cardId: body.card_id })
    return getRenewal(db, user.id, params.id)
  })
  mount(app, renewals.confirm, async ({ params }, { user }) => {
    const asked = await confirmRenewal(db, offered(shop.card), user.id, params.id)
    return {
      renewal: await getRenewal(db, user.id, params.id),
      client_secret: asked.clientSecret,
      card_id: asked.cardId,
    }
  })

  mount(app, renewals.stopOfOrder, async ({ query }, { user }) => {
    await getOrder(db, user.id, query.checkout_id)
    await stopRenewalsOf(db, query.checkout_id)
    return { status: 'success', message: 'Subscription cancelled successfully' }
  })

  mount(app, renewals.readLink, async ({ body }) => {
    const { id, userId } = await readStopLink(db, body.token)
    return getRenewal(db, userId, id)
  })
  mount(app, renewals.stopByLink, async ({ body }) => {
    const { id, userId } = await readStopLink(db, body.token)
    await stopRenewal(db, userId, id)
    return getRenewal(db, userId, id)
  })
}
