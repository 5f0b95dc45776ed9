import * as z from 'zod'
import { shopCurrency } from '#contract/currency.ts'
import { btcpayEvents } from './btcpay.ts'
import { type BtcpayAccess, btcpayApi } from './btcpay-api.ts'
import * as answers from './btcpay-responses.ts'
import { findMissing } from './btcpay-sender.ts'

/** What the shop's key must be able to do in the store. */
export const btcpayPermissions = {
  settings: 'btcpay.store.canviewstoresettings',
  create: 'btcpay.store.cancreateinvoice',
  view: 'btcpay.store.canviewinvoices',
  webhooks: 'btcpay.store.webhooks.canmodifywebhooks',
} as const

/** To look at a BTCPay Server and connect its store, before there is a webhook's secret. */
export function btcpaySetup(options: BtcpayAccess) {
  const { ask, store } = btcpayApi(options)
  return {
    /** Which of the permissions the key lacks, for this store. */
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
    /**
     * Has the server tell of an invoice that names this. It is of nothing, so that no address is taken
     * from a wallet, nobody can pay it, and no right to take it back is needed.
     */
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
