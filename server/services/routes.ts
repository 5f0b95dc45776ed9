import type { FastifyInstance } from 'fastify'
import { services } from '#contract/services.ts'
import { addressOf } from '#server/kernel/addresses.ts'
import { mount } from '#server/kernel/mount.ts'
import { announcementsBy, captchaBy, cryptoBy, discordBy } from './adapters.ts'
import { listServiceSetups } from './list.ts'
import { forgetKeys, isGood, requireSettable, setKeys } from './set.ts'
import { setBtcpay } from './set-btcpay.ts'
import { setStripe } from './set-stripe.ts'
import { testStanding } from './test.ts'
import { testAnnouncements } from './tests/announcements.ts'
import { testCaptcha } from './tests/captcha.ts'
import { testDiscord } from './tests/discord.ts'
import { confirmMail, tryMail } from './tests/mail.ts'
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
  mount(app, services.setBtcpay, ({ body }, { user }) => setBtcpay(shop, user, body))
  mount(app, services.setStripe, ({ body }, { user }) => setStripe(shop, user, body))
  mount(app, services.setMail, ({ body }, { user }) => tryMail(shop, user, body))
  mount(app, services.confirmMail, ({ body }, { user }) => confirmMail(shop, user, body.code))
  mount(app, services.setDiscord, async ({ body }, { user }) => {
    requireSettable(shop, 'discord')
    const keys = {
      DISCORD_CLIENT_ID: body.client_id,
      DISCORD_CLIENT_SECRET: body.client_secret,
      DISCORD_BOT_TOKEN: body.bot_token,
      DISCORD_GUILD_ID: body.guild_id,
    }
    const findings = await testDiscord(discordBy(keys, shop.config), keys, shop.config)
    const saved = isGood(findings)
    if (saved) await setKeys(shop, user, 'discord', keys)
    return { saved, findings }
  })
  mount(app, services.setCaptcha, async ({ body }, { user, request }) => {
    requireSettable(shop, 'captcha')
    const { provider: kind, token } = body
    const keys = {
      CAPTCHA: kind,
      CAPTCHA_SITE_KEY: body.site_key,
      CAPTCHA_SECRET_KEY: body.secret_key,
    }
    const address = addressOf(request)
    const { host } = new URL(shop.config.siteUrl)
    const captcha = captchaBy(keys, shop.config)
    const findings = await testCaptcha(captcha, { kind, token, address, host })
    const saved = isGood(findings)
    if (saved) await setKeys(shop, user, 'captcha', keys)
    return { saved, findings }
  })
  mount(app, services.setAnnouncements, async ({ body }, { user }) => {
    requireSettable(shop, 'announcements')
    const keys = { DISCORD_WEBHOOK_URL: body.webhook_url }
    const findings = await testAnnouncements(announcementsBy(keys, shop.config))
    const saved = isGood(findings)
    if (saved) await setKeys(shop, user, 'announcements', keys)
    return { saved, findings }
  })
  mount(app, services.test, async ({ params }) => ({
    findings: await testStanding(shop, params.name),
  }))
  mount(app, services.remove, ({ params }, { user }) => forgetKeys(shop, user, params.name))
}
