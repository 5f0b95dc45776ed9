import { formatMoney } from '#contract/wire/currency.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { labelOf, type Plan } from '#contract/wire/terms.ts'
import { clock } from '#server/kernel/time/clock.ts'
import {
  button,
  end,
  line,
  paragraphs,
  recipient,
  text,
  top,
} from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { listed } from '#server/platform/mail/listed.ts'
import { dayOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { tellFailedPayment } from './failed-payment.ts'
import { sendReceipt } from './receipt.ts'
import { tellShortPayment } from './short-payment.ts'
import { tellUnexpectedPayment } from './unexpected-payment.ts'

const buyer = 'You bought something at {shop}.'
const confirmed = 'your order has been confirmed, you can now download your custom loader.'

const paid: Receipt = {
  id: 'LO-2K7QX4',
  username: 'night_owl',
  items: [{ name: 'Night Vision', plan: '1m', priceCents: 1999 }],
  totalCents: 1999,
  late: false,
  renewed: null,
  renewals: [],
}
const inAMonth = () => ({
  product: 'Night Vision',
  cents: 1999,
  at: new Date(clock.now() + 30 * 86_400_000),
})

export const receiptMail = mail('receipt', {
  title: 'Receipt',
  detail: 'Sent when an order is paid. The items are below the text.',
  placeholders: {
    ...recipient,
    total: 'amount paid',
    order: 'order number',
    product: 'product, or the product that renews',
    date: 'date of the next charge',
    price: 'amount of that charge',
  },
  fields: {
    ...top,
    text,
    subject_renewed: line('Subject for a renewal', {
      hint: 'Used for automatic card charges.',
    }),
    heading_renewed: line('Heading for a renewal'),
    text_renewed: paragraphs('Text for a renewal'),
    subject_late: line('Subject for a late payment', {
      hint: 'Used if the payment arrived after the order expired.',
    }),
    heading_late: line('Heading for a late payment'),
    text_late: paragraphs('Text for a late payment'),
    button,
    renews: line('If it renews automatically', {
      hint: 'Added once for each product that renews.',
      needs: ['date'],
    }),
    ...end,
  },
  urgent: true,
  words: {
    subject: 'Your {shop} order',
    preheader: 'Your payment of {total} has arrived.',
    heading: 'Thank you for your order',
    text: `Hi {username}, ${confirmed}`,
    subject_late: 'Your late payment to {shop} was accepted',
    heading_late: 'Your late payment was accepted',
    text_late: `Hi {username}, your payment arrived after the payment window had ended. It still counts in full.\nSo ${confirmed}`,
    button: 'Go to Dashboard',
    subject_renewed: 'Your {product} was renewed',
    heading_renewed: '{product} was renewed',
    text_renewed: 'Hi {username}, we received your payment of {total}, and {product} continues.',
    renews:
      '{product} renews on {date} for {price} unless you stop the renewal under Subscriptions.',
    notes: '',
    reason: buyer,
  },
  samples: {
    'Paid once': (sender) => writeReceiptMail(sender, paid),
    'Renews automatically': (sender) =>
      writeReceiptMail(sender, { ...paid, renewals: [inAMonth()] }),
    Renewal: (sender) =>
      writeReceiptMail(sender, {
        ...paid,
        renewed: { card: 'Visa ••4242' },
        renewals: [inAMonth()],
      }),
    'Late payment': (sender) => writeReceiptMail(sender, { ...paid, late: true }),
  },
  again: (db, sender, { about }, again) => sendReceipt(db, sender, String(about.order), again),
})

export const orderShortMail = mail('order-short', {
  title: 'Payment too low',
  detail:
    'Sent if a crypto payment is less than the order total. The address for the rest is below the text.',
  placeholders: {
    ...recipient,
    missing: 'missing amount, in coins, or in the shop’s currency once the exchange rate has ended',
    missing_money: 'missing amount, in the shop’s currency',
    order: 'order number',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Your {shop} order is waiting for {missing}',
    preheader: 'We received part of your payment; {missing_money} is missing.',
    heading: 'Your payment is incomplete',
    text: 'Hi {username}, we received part of your payment and recorded it for your order. The usual cause is a fee that was deducted on the way.\nSend the rest to the same address. Your order is confirmed when it arrives. If less than a tenth of the price has arrived one day after the payment window ends, the order’s discounts may expire.',
    button: 'Complete payment',
    notes: 'If you would rather have a refund, open a ticket under Support on your dashboard.',
    reason: 'You started a payment at {shop}.',
  },
  samples: {
    'With a memo': (sender) =>
      writeShortPaymentMail(sender, {
        id: paid.id,
        username: paid.username,
        totalCents: 1999,
        missingCents: 150,
        missing: '4.5 XRP',
        address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
        memo: '1042',
        network: 'xrp',
        repriced: false,
      }),
    'After the exchange rate has ended': (sender) =>
      writeShortPaymentMail(sender, {
        id: paid.id,
        username: paid.username,
        totalCents: 1999,
        missingCents: 150,
        missing: null,
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        memo: null,
        network: 'btc',
        repriced: false,
      }),
  },
  again: (db, sender, { about }, again) => tellShortPayment(db, sender, String(about.order), again),
})

export const orderUnexpectedMail = mail('order-unexpected', {
  title: 'Unexpected payment',
  detail:
    'Sent if coins arrive that no order expects, or if a payment buys nothing. Staff decide how to handle it.',
  placeholders: {
    ...recipient,
    coins: 'coins received',
    reason: 'sentence that says why the payment is reviewed',
    order: 'order number',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'We are reviewing a payment for your {shop} order',
    preheader: '{coins} arrived. We will review the payment.',
    heading: 'We are reviewing your payment',
    text: 'Hi {username}, {coins} arrived for your order. {reason}\nNo action is needed. We will review the payment, and write to you if money goes back. Please do not pay again for this order.',
    button: 'View the order',
    notes: 'If you have a question, open a ticket under Support on your dashboard.',
    reason: 'You started a payment at {shop}.',
  },
  samples: {
    'Another coin': (sender) =>
      writeUnexpectedPaymentMail(sender, {
        id: paid.id,
        username: paid.username,
        coins: '0.01 LTC',
        reason: 'not_asked_for',
      }),
  },
  again: (db, sender, { about }, again) =>
    tellUnexpectedPayment(db, sender, String(about.payment), again),
})

export const orderFailedMail = mail('order-failed', {
  title: 'Crypto payment failed',
  detail: 'Sent if a crypto payment fails after coins were seen.',
  placeholders: {
    ...recipient,
    seen: 'coins seen and coins due',
    order: 'order number',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Your payment to {shop} failed',
    preheader: 'We saw {seen}. Here is what happens next.',
    heading: 'Your payment did not go through',
    text: 'Hi {username}, we saw {seen} for your order, but the payment then failed, so nothing was delivered. Please do not send it again.\nWe are checking what has arrived. If the payment still succeeds, your order is confirmed automatically. Otherwise we refund what arrived: we will write to you and ask for your wallet address.',
    button: 'View order',
    notes:
      'If you do not hear from us in a few days, open a ticket under Support on your dashboard.',
    reason: 'You started a payment at {shop}.',
  },
  samples: {
    Failed: (sender) =>
      writeFailedPaymentMail(sender, {
        id: paid.id,
        username: paid.username,
        seen: '120.95 of 120.95 DOGE',
      }),
  },
  again: (db, sender, { about }, again) =>
    tellFailedPayment(db, sender, String(about.order), again),
})

export type Receipt = {
  id: string
  username: string
  items: { name: string; plan: Plan; priceCents: number }[]
  totalCents: number
  /** The payment arrived after the order had expired. */
  late: boolean
  /** Set if a card was charged automatically. Contains the card. */
  renewed: { card: string | null } | null
  /** The renewals of the products of this order, whichever order started them. */
  renewals: { product: string; cents: number; at: Date }[]
}

export function writeReceiptMail(sender: Sender, receipt: Receipt): FramedMail {
  const { id, username, items, totalCents, late, renewed, renewals } = receipt
  const values = { username, total: formatMoney(totalCents), order: id }
  const product = listed(items.map(({ name }) => name))
  const words = receiptMail.fillIn(sender, { ...values, product, date: '', price: '' })
  const renews = renewals.map(({ product, cents, at }) => {
    const charge = { product, date: dayOf(sender, at), price: formatMoney(cents) }
    return receiptMail.fillIn(sender, { ...values, ...charge }).renews
  })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    ...(renewed && {
      subject: words.subject_renewed,
      heading: words.heading_renewed,
      paragraphs: lines(words.text_renewed),
    }),
    ...(late && {
      subject: words.subject_late,
      heading: words.heading_late,
      paragraphs: lines(words.text_late),
    }),
    rows: [
      ...items.map(({ name, plan, priceCents }) => ({
        label: isolated`${name}, ${labelOf(plan).toLowerCase()}`,
        value: formatMoney(priceCents),
      })),
      { label: 'Total', value: formatMoney(totalCents) },
      ...(renewed?.card ? [{ label: 'Card', value: renewed.card }] : []),
    ],
    button: { label: words.button, url: `${sender.siteUrl}/dashboard?t=loader` },
    notes: [
      ...renews,
      ...usual.notes,
      `Order ${id}: ${sender.siteUrl}/orders/${id}`,
      ...(totalCents > 0
        ? [`Your receipt or invoice: ${sender.siteUrl}/orders/${id}/invoice`]
        : []),
    ],
  })
}

export type ShortPayment = {
  id: string
  username: string
  totalCents: number
  missingCents: number
  /** For example `0.00012 BTC`. Null once the exchange rate of the order has ended. */
  missing: string | null
  address: string
  /** The memo or tag that some coins need to arrive. */
  memo: string | null
  network: string | null
  repriced: boolean
}

export function writeShortPaymentMail(sender: Sender, order: ShortPayment): FramedMail {
  const { id, username, totalCents, missingCents, missing, address, memo, network, repriced } =
    order
  const words = orderShortMail.fillIn(sender, {
    username,
    missing: missing ?? formatMoney(missingCents),
    missing_money: formatMoney(missingCents),
    order: id,
  })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    rows: [
      {
        label: repriced ? 'Price without discount' : 'Order total',
        value: formatMoney(totalCents),
      },
      {
        label: 'Missing',
        value: missing ? `${missing} (${formatMoney(missingCents)})` : formatMoney(missingCents),
      },
      { label: 'Address', value: address },
      ...(memo ? [{ label: 'Memo or tag (required)', value: memo }] : []),
      ...(network ? [{ label: 'Network', value: network.toUpperCase() }] : []),
    ],
    button: { label: words.button, url: `${sender.siteUrl}/crypto-payment?order=${id}` },
    notes: [
      ...(repriced
        ? [
            'Your order had expired before your payment arrived, and its discount is no longer available.',
          ]
        : []),
      ...(missing
        ? []
        : [
            'The exchange rate of your order has ended. Coins count at the exchange rate when they arrive.',
          ]),
      ...usual.notes,
      `Order ${id}`,
    ],
  })
}

type UnexpectedPayment = {
  id: string
  username: string
  /** For example `0.01 LTC`. */
  coins: string
  reason: keyof typeof unexpectedReasons
}

const unexpectedReasons = {
  not_asked_for:
    'The order asked for another coin or amount, so the payment does not count towards it yet.',
  already_refunded:
    'The money for this order had already been returned, or was on its way back to you, so the payment buys nothing.',
  lifetime_owned:
    'You already had a lifetime of a product in this order, so its time adds nothing.',
}

export function writeUnexpectedPaymentMail(sender: Sender, order: UnexpectedPayment): FramedMail {
  const { id, username, coins } = order
  const reason = unexpectedReasons[order.reason]
  const words = orderUnexpectedMail.fillIn(sender, { username, coins, reason, order: id })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    rows: [{ label: 'Received', value: coins }],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${id}` },
    notes: [...usual.notes, `Order ${id}`],
  })
}

type FailedPayment = {
  id: string
  username: string
  /** The coins that were seen and the coins requested: `120.5 of 120.95 DOGE`. */
  seen: string
}

export function writeFailedPaymentMail(sender: Sender, order: FailedPayment): FramedMail {
  const { id, username, seen } = order
  const words = orderFailedMail.fillIn(sender, { username, seen, order: id })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    rows: [{ label: 'Seen', value: seen }],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${id}` },
    notes: [...usual.notes, `Order ${id}`],
  })
}
