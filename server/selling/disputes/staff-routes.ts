import type { FastifyInstance } from 'fastify'
import { providerRefusals } from '#contract/selling/payment-refusals.ts'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { issuerOf } from '#server/selling/documents/make.ts'
import { acceptDispute, submitEvidence } from './answer.ts'
import { changeEvidence } from './change.ts'
import { getDispute } from './get.ts'
import { listDisputes } from './list.ts'
import { previewAccept } from './preview.ts'

export function staffDisputeRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop
  mount(app, staffDisputes.list, ({ query }) => listDisputes(db, query))
  mount(app, staffDisputes.get, ({ params }) => getDispute(db, params.id))
  mount(app, staffDisputes.change, async ({ params, body }, { user }) => {
    await changeEvidence(db, user, params.id, body)
    return getDispute(db, params.id)
  })
  mount(app, staffDisputes.submit, async ({ params, body }, { user }) => {
    await submitEvidence(db, bank(), user, params.id, body)
    return getDispute(db, params.id)
  })
  mount(app, staffDisputes.accept, async ({ params, body }, { user }) => {
    await acceptDispute(db, bank(), user, params.id, body.reason)
    return getDispute(db, params.id)
  })
  mount(app, staffDisputes.previewAccept, ({ params }) =>
    previewAccept(db, issuerOf(shop), params.id),
  )

  function bank() {
    if (!shop.card) throw new Refusal(providerRefusals.method_unavailable)
    return shop.card
  }
}
