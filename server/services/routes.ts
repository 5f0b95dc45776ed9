import type { FastifyInstance } from 'fastify'
import { services } from '#contract/services.ts'
import { mount } from '#server/kernel/mount.ts'
import { cryptoBy } from './adapters.ts'
import { listServiceSetups } from './list.ts'
import { forgetKeys, isGood, requireSettable, setKeys } from './set.ts'
import { testStanding } from './test.ts'
import { testNowpayments } from './tests/nowpayments.ts'

export function serviceRoutes(app: FastifyInstance) {
  const { shop } = app
  mount(app, services.list, () => listServiceSetups(shop))
  mount(app, services.setNowpayments, async ({ body }, { user }) => {
    requireSettable(shop, 'nowpayments')
    const keys = { NOWPAYMENTS_API_KEY: body.api_key, NOWPAYMENTS_IPN_SECRET: body.ipn_secret }
    const findings = await testNowpayments(cryptoBy(keys, shop.config))
    const saved = isGood(findings)
    if (saved) await setKeys(shop, user, 'nowpayments', keys)
    return { saved, findings }
  })
  mount(app, services.test, async ({ params }) => ({
    findings: await testStanding(shop, params.name),
  }))
  mount(app, services.remove, ({ params }, { user }) => forgetKeys(shop, user, params.name))
}
