/** The external services, in the order of their page. */
export const serviceParts = [
  { name: 'stripe', title: 'Cards (Stripe)' },
  { name: 'nowpayments', title: 'Crypto payments (NOWPayments)' },
  { name: 'btcpay', title: 'Crypto payments to your own wallet (BTCPay Server)' },
  { name: 'mail', title: 'Email' },
  { name: 'discord', title: 'Discord' },
  { name: 'announcements', title: 'Release announcements (Discord)' },
  { name: 'captcha', title: 'Captcha' },
] as const
