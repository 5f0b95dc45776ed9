/** The crypto provider's stand-in in a process of its own, so that it does not slow the shop. */
import { once } from 'node:events'
import { startSandbox } from '#sandbox/main.ts'

const [{ siteUrl, key, ipnSecret }] = await once(process, 'message')
const { url } = await startSandbox({
  port: 0,
  smtpPort: 0,
  siteUrl,
  secrets: {
    stripeKey: 'sk_test_bench',
    stripeWebhookSecret: 'whsec_bench',
    nowpaymentsKey: key,
    nowpaymentsIpnSecret: ipnSecret,
    discordClientId: '1100000000000000001',
    discordClientSecret: 'discord-client-secret',
    discordBotToken: 'discord-bot-token',
    discordGuildId: '1100000000000000002',
  },
})
process.send?.(`${url}/nowpayments`)
