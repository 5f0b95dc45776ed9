/** The crypto provider's stand-in in a separate process, so that it does not slow down the shop. */
import { once } from 'node:events'
import { startSandbox } from '#sandbox/main.ts'
import { testSecrets } from '#sandbox/test-shop.ts'

const [{ siteUrl, key, ipnSecret }] = await once(process, 'message')
const { url } = await startSandbox({
  port: 0,
  smtpPort: 0,
  siteUrl,
  secrets: { ...testSecrets, nowpaymentsKey: key, nowpaymentsIpnSecret: ipnSecret },
})
process.send?.(`${url}/nowpayments`)
