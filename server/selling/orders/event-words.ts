const words: Record<string, string> = {
  'charge.dispute.closed': 'dispute closed',
  'charge.dispute.created': 'dispute opened',
  'charge.dispute.funds_reinstated': 'disputed amount returned',
  'charge.dispute.funds_withdrawn': 'disputed amount withdrawn',
  'charge.dispute.updated': 'dispute changed',
  'charge.refunded': 'charge refunded',
  'checkout.session.async_payment_failed': 'delayed payment failed',
  'checkout.session.async_payment_succeeded': 'delayed payment succeeded',
  'checkout.session.completed': 'checkout completed',
  'checkout.session.expired': 'checkout expired',
  'payment_intent.canceled': 'payment canceled',
  'payment_intent.payment_failed': 'payment failed',
  'payment_intent.succeeded': 'payment succeeded',
  'radar.early_fraud_warning.created': 'early fraud warning',
  'radar.early_fraud_warning.updated': 'early fraud warning changed',
  'refund.created': 'refund created',
  'refund.failed': 'refund failed',
  'refund.updated': 'refund changed',
  cancelled: 'payment canceled',
  confirmed: 'payment confirmed by the network',
  confirming: 'payment seen, not confirmed yet',
  expired: 'payment expired',
  failed: 'payment failed',
  finished: 'payment finished',
  partially_paid: 'paid in part',
  refunded: 'payment refunded',
  sending: 'payment being forwarded to the shop',
  waiting: 'waiting for the payment',
  InvoiceCreated: 'invoice created',
  InvoiceExpired: 'invoice expired',
  InvoiceInvalid: 'invoice invalid',
  InvoicePaymentSettled: 'payment confirmed by the network',
  InvoiceProcessing: 'invoice paid, not confirmed yet',
  InvoiceReceivedPayment: 'payment seen',
  InvoiceSettled: 'invoice settled',
}

/** Describes a provider's event. An unknown type is shown in the provider's own words. */
export const wordsOfEvent = (type: string): string =>
  words[type] ??
  type
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/[._]/g, ' ')
    .toLowerCase()
