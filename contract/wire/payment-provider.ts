import * as z from 'zod'

/** The payment providers, by the name used in webhook paths, keys and database rows. */
export const paymentProvider = z.enum(['stripe', 'nowpayments', 'btcpay'])
export type PaymentProvider = z.output<typeof paymentProvider>

/** Display names for pages and mails. */
export const paymentProviderNames: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  nowpayments: 'NOWPayments',
  btcpay: 'BTCPay Server',
}
