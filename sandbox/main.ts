import Fastify, { type FastifyInstance } from 'fastify'
import { setAhead } from '#server/kernel/time/clock.ts'
import { guardHost } from './access.ts'
import { btcpayApi } from './btcpay/api.ts'
import { createBtcpayWorld } from './btcpay/invoices.ts'
import { signBtcpay } from './btcpay/signature.ts'
import { captchaApi } from './captcha.ts'
import { startClock } from './clock.ts'
import { controlRoutes } from './control/routes.ts'
import { startCourier } from './courier.ts'
import { type DiscordKeys, discordApi } from './discord/api.ts'
import { authorizePage } from './discord/authorize.ts'
import { createDiscordWorld } from './discord/world.ts'
import { openMailbox } from './mail/mailbox.ts'
import { startSmtp } from './mail/smtp.ts'
import type { SandboxClock } from './move.ts'
import { nowpaymentsApi } from './nowpayments/api.ts'
import { signIpn } from './nowpayments/ipn.ts'
import { createCryptoWorld } from './nowpayments/payments.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Sandbox } from './sandbox.ts'
import { openStore } from './store.ts'
import { stripeApi } from './stripe/api.ts'
import { stripeClient } from './stripe/client.ts'
import { addDemoCustomer } from './stripe/demo-cards.ts'
import { stripeScripts } from './stripe/scripts.ts'
import { signStripe } from './stripe/signature.ts'
import { createWorld } from './stripe/world.ts'
import { createSwitches, type Switches } from './switches.ts'
import { viesApi } from './vies/api.ts'

export type SandboxOptions = {
  /** 0 uses any free port. The same applies to `smtpPort`. */
  port: number
  smtpPort: number
  /** The URL of the shop: it receives Stripe's webhooks, and its pages may use the card form. */
  siteUrl: string
  /**
   * The file in which payments and mail survive a restart. If missing, they are stored in memory.
   */
  storeFile?: string
  secrets: {
    stripeKey: string
    /** The secret of the shop's fixed endpoint, or null if the shop creates one through the API. */
    stripeWebhookSecret: string | null
    nowpaymentsKey: string
    nowpaymentsIpnSecret: string
    btcpayKey: string
    btcpayStoreId: string
    /** The secret of the shop's fixed webhook, or null if the shop creates one through the API. */
    btcpayWebhookSecret: string | null
  } & DiscordKeys
  log?: (line: string) => void
  /** The event types that the shop's fixed endpoint receives. All types if undefined. */
  stripeEvents?: readonly string[]
  /** Adds the demo shop's customer with saved cards. */
  demo?: boolean
  /** The initial offset of the clock, in milliseconds ahead. */
  ahead?: number
}

export type RunningSandbox = SandboxClock & {
  url: string
  smtpPort: number
  /** Changed in place, also by tests in the same process. */
  switches: Switches
  /** Lets callers in the same process send requests without a socket. */
  app: FastifyInstance
  stop(): Promise<void>
}

/** Interval of time-driven events such as the expiry of a session. */
const tickMs = 1000

/**
 * Starts the stand-ins for external services on 127.0.0.1. Rejects if a port is in use or the store
 * file cannot be used.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { secrets, siteUrl, log = () => {} } = options
  const switches = createSwitches()
  if (options.ahead !== undefined) setAhead(options.ahead)
  const store = openStore(options.storeFile)
  const courier = startCourier(
    store,
    switches,
    {
      stripe: signStripe(secrets.stripeWebhookSecret ?? ''),
      nowpayments: signIpn(secrets.nowpaymentsIpnSecret),
      btcpay: signBtcpay(secrets.btcpayWebhookSecret ?? ''),
    },
    log,
  )
  const ownEndpoint = new URL('/api/webhooks/stripe', siteUrl).href
  const stripe = createWorld(
    store,
    courier,
    secrets.stripeWebhookSecret ? { url: ownEndpoint, events: options.stripeEvents } : null,
  )
  if (options.demo) addDemoCustomer(stripe)
  const crypto = createCryptoWorld(store, courier)
  const btcpay = createBtcpayWorld(store, courier, {
    storeId: secrets.btcpayStoreId,
    webhookUrl: secrets.btcpayWebhookSecret && new URL('/api/webhooks/btcpay', siteUrl).href,
  })
  const discord = createDiscordWorld(store)
  const discordReturn = `${siteUrl}/discord`
  const mailbox = openMailbox(store)
  const clock = startClock({ stripe, crypto, btcpay, courier })

  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    // The official client accepts a host and a port, but no path prefix.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/v1/') ? `/stripe${url}` : url),
  })
  const smtp = await startSmtp(options.smtpPort, mailbox, switches).catch((error) => {
    courier.stop()
    store.close()
    throw error
  })
  const sandbox: Sandbox = {
    siteUrl,
    smtpPort: smtp.port,
    switches,
    stripe,
    crypto,
    btcpay,
    discord,
    mailbox,
    courier,
    clock,
  }
  guardHost(app)
  app.register(stripeApi(stripe, store, switches, secrets.stripeKey), { prefix: '/stripe/v1' })
  app.register(stripeClient(stripe, siteUrl), { prefix: '/stripe/client' })
  app.register(stripeScripts(siteUrl), { prefix: '/stripe/js' })
  app.register(nowpaymentsApi(crypto, switches, secrets.nowpaymentsKey), {
    prefix: '/nowpayments/v1',
  })
  app.register(btcpayApi(btcpay, switches, secrets.btcpayKey), { prefix: '/btcpay/api/v1' })
  app.register(viesApi(switches), { prefix: '/vies' })
  app.register(discordApi(discord, switches, secrets, discordReturn), {
    prefix: '/discord/api/v10',
  })
  app.register(authorizePage(sandbox, secrets.discordClientId, discordReturn), {
    prefix: '/discord/oauth2',
  })
  app.register(captchaApi(siteUrl), { prefix: '/captcha' })
  app.register(controlRoutes(sandbox), { prefix: '/control' })
  app.register(pageRoutes(sandbox))

  const ticks = setInterval(clock.passTime, tickMs)
  ticks.unref()

  async function stop() {
    clearInterval(ticks)
    courier.stop()
    await Promise.all([app.close(), smtp.stop()])
    store.close()
  }
  try {
    const url = await app.listen({ port: options.port, host: '127.0.0.1' })
    const { setClock, onMove } = clock
    return { url, smtpPort: smtp.port, switches, app, setClock, onMove, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
