import { startSandbox } from '#sandbox/main.ts'
import { testSecrets } from '#sandbox/test-shop.ts'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

/** Opens a real shop, with the stand-ins in a separate server as if they were the providers. */
export async function openShopWithProviders(env: Record<string, string> = {}) {
  const [port = 0] = await freePorts(1)
  const siteUrl = `http://127.0.0.1:${port}`
  // The shop creates its own endpoints.
  const secrets = { ...testSecrets, stripeWebhookSecret: null, btcpayWebhookSecret: null }
  const providers = await startSandbox({ port: 0, smtpPort: 0, siteUrl, secrets })
  const shop = await openTestShop({
    env: { PORT: String(port), SITE_URL: siteUrl, PROVIDERS_URL: providers.url, ...env },
  })
  await shop.app.listen({ port, host: '127.0.0.1' })
  return {
    ...shop,
    siteUrl,
    providers,
    async close() {
      await shop.close()
      await providers.stop()
    },
  }
}
