import * as z from 'zod'
import { shopCurrency } from '#contract/wire/currency.ts'
import { btcpayEvents } from './btcpay.ts'
import { type BtcpayAccess, btcpayApi } from './btcpay-api.ts'
import * as answers from './btcpay-responses.ts'
import { findMissing } from './btcpay-sender.ts'

export const btcpayPermissions = {
  settings: 'btcpay.store.canviewstoresettings',
  create: 'btcpay.store.cancreateinvoice',
  view: 'btcpay.store.canviewinvoices',
  webhooks: 'btcpay.store.webhooks.canmodifywebhooks',
} as const

export function btcpaySetup(options: BtcpayAccess) {
  const { ask, store } = btcpayApi(options)
  return {
    findMissingPermissions: () => findMissing(options, Object.values(btcpayPermissions)),
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
    /** Sends an event with this id. An invoice of 0 cannot be paid, so it need not be canceled. */
    async sendTrial(shopTrial: string): Promise<void> {
      await ask('POST', `${store}/invoices`, z.unknown(), {
        amount: '0',
        currency: shopCurrency(),
        metadata: { shopTrial, itemDesc: 'Test of the shop’s webhook' },
      })
    },
    async removeWebhook(id: string): Promise<void> {
      await ask('DELETE', `${store}/webhooks/${encodeURIComponent(id)}`, z.unknown())
    },
  }
}
