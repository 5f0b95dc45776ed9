import * as z from 'zod'
import { btcpayApi, btcpayEvents } from './btcpay.ts'
import * as answers from './btcpay-responses.ts'

/** What the shop's key must be able to do in the store. */
export const btcpayPermissions = {
  settings: 'btcpay.store.canviewstoresettings',
  create: 'btcpay.store.cancreateinvoice',
  view: 'btcpay.store.canviewinvoices',
  webhooks: 'btcpay.store.webhooks.canmodifywebhooks',
} as const

/** Permissions that contain all of those. */
const wider = ['unrestricted', 'btcpay.store.canmodifystoresettings']

/** To look at a BTCPay Server and connect its store, before there is a webhook's secret. */
export function btcpaySetup(options: Parameters<typeof btcpayApi>[0]) {
  const { ask, store } = btcpayApi(options)
  return {
    /** Which of the permissions the key lacks, for this store. */
    async findMissingPermissions(): Promise<string[]> {
      const { permissions } = await ask('GET', '/api/v1/api-keys/current', answers.apiKey)
      const has = (name: string) =>
        permissions.includes(name) || permissions.includes(`${name}:${options.storeId}`)
      if (wider.some(has)) return []
      return Object.values(btcpayPermissions).filter((name) => !has(name))
    },
    async listWebhooks(url: string): Promise<string[]> {
      const all = await ask('GET', `${store}/webhooks`, answers.webhooks)
      return all.filter((webhook) => webhook.url === url).map(({ id }) => id)
    },
    async makeWebhook(url: string): Promise<{ id: string; secret: string }> {
      return ask('POST', `${store}/webhooks`, answers.newWebhook, {
        url,
        enabled: true,
        automaticRedelivery: true,
        authorizedEvents: { everything: false, specificEvents: btcpayEvents },
      })
    },
    async removeWebhook(id: string): Promise<void> {
      await ask('DELETE', `${store}/webhooks/${encodeURIComponent(id)}`, z.unknown())
    },
  }
}
