import type { FastifyInstance } from 'fastify'
import { services } from '#contract/platform/services.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'
import { listServiceSetups } from './list.ts'
import { forgetKeys } from './set.ts'
import { setAnnouncements } from './set-announcements.ts'
import { setBtcpay } from './set-btcpay.ts'
import { setCaptcha } from './set-captcha.ts'
import { setDiscord } from './set-discord.ts'
import { confirmMail, tryMail } from './set-mail.ts'
import { setNowpayments } from './set-nowpayments.ts'
import { setStripe } from './set-stripe.ts'
import { testStanding } from './test-standing.ts'

export function serviceRoutes(app: FastifyInstance) {
  const { shop } = app
  mount(app, services.list, () => listServiceSetups(shop))
  mount(app, services.setStripe, ({ body }, { user }) => setStripe(shop, user, body))
  mount(app, services.setNowpayments, ({ body }, { user }) => setNowpayments(shop, user, body))
  mount(app, services.setBtcpay, ({ body }, { user }) => setBtcpay(shop, user, body))
  mount(app, services.setMail, ({ body }, { user }) => tryMail(shop, user, body))
  mount(app, services.confirmMail, ({ body }, { user }) => confirmMail(shop, user, body.code))
  mount(app, services.setDiscord, ({ body }, { user }) => setDiscord(shop, user, body))
  mount(app, services.setAnnouncements, ({ body }, { user }) =>
    setAnnouncements(shop, user, body.webhook_url),
  )
  mount(app, services.setCaptcha, ({ body }, { user, request }) =>
    setCaptcha(shop, user, body, addressOf(request)),
  )
  mount(app, services.test, async ({ params }) => ({
    findings: await testStanding(shop, params.name),
  }))
  mount(app, services.remove, ({ params }, { user }) => forgetKeys(shop, user, params.name))
}
