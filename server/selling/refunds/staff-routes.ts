import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { providerRefusals } from '#contract/selling/payment-refusals.ts'
import { staffRefunds } from '#contract/selling/staff-refunds.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { issuerOf } from '#server/selling/documents/make.ts'
import { getRefund } from '#server/selling/orders/refunds.ts'
import { askForRefund } from './ask.ts'
import { lookAtRefund } from './look.ts'
import { placeRefund } from './place.ts'
import { previewRefund } from './preview.ts'

export function staffRefundRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop
  mount(app, staffRefunds.preview, ({ params, body }, { user }) =>
    previewRefund(db, issuerOf(shop), user, params.id, body),
  )
  mount(app, staffRefunds.add, async ({ params, body }, { user }) => {
    const { card } = shop
    if (!card) throw new Refusal(providerRefusals.method_unavailable)
    const id = body.id ?? randomUUID()
    await placeRefund(db, user, params.id, { ...body, id })
    await askForRefund(db, card, id)
    return getRefund(db, params.id, id)
  })
  mount(app, staffRefunds.look, async ({ params }, { user }) => {
    await lookAtRefund(db, user, params.id, params.refund)
    return getRefund(db, params.id, params.refund)
  })
}
