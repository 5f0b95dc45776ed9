import { memoName, type PayoutKind } from '#contract/selling/payouts.ts'
import { formatMoney } from '#contract/wire/currency.ts'
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
import { timeOfEach } from '#server/platform/mail/lasting.ts'
import { listed } from '#server/platform/mail/listed.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailOffer, mailOver, mailSent } from './mail.ts'

const buyer = 'You bought something at {shop}.'
const offered: Offered = {
  order: 'LO-2K7QX4',
  username: 'night_owl',
  kind: 'refund',
  failed: false,
  cents: 1999,
  coins: '0.00031 BTC',
  network: 'btc',
  items: [],
  link: '/payout',
  until: new Date(clock.now() + 7 * 86_400_000),
}
const nightVision = [{ name: 'Night Vision', seconds: 21 * 86_400 }]
const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const transaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

export const payoutOfferMail = mail('payout-offer', {
  title: 'Payout offered',
  detail:
    'Sent when a crypto payment can be refunded. The amount and the deadline are below the text.',
  placeholders: {
    ...recipient,
    amount: 'amount, in the shop’s currency',
    coins: 'amount, in coins',
    products: 'products whose time is revoked',
    date: 'last day to enter an address',
    order: 'order number',
  },
  fields: {
    ...top,
    text,
    takes: line('If time is revoked with it', { needs: ['products'] }),
    over: paragraphs('If too much was paid', { needs: ['coins'] }),
    short: paragraphs('If the order was not paid in full', { needs: ['coins'] }),
    failed: paragraphs('If the payment failed', { needs: ['coins'] }),
    button,
    ...end,
  },
  words: {
    subject: 'Your refund from {shop}: enter your wallet address',
    preheader: '{coins} can be sent to your wallet.',
    heading: 'Where should we send your refund?',
    text: 'Hi {username}, we are refunding {coins}, which was worth {amount} when you paid.\nEnter the address of your own wallet by {date}. After that the offer expires, and you can request another one.',
    takes: 'When it is sent, the time that it paid for is revoked: {products}.',
    over: 'Hi {username}, you paid more than your order cost. The order was delivered, and you overpaid by {coins}, which was worth {amount} at the time.\nEnter the address of your own wallet by {date} to get it back.',
    short:
      'Hi {username}, your order was not paid in full. We are refunding what we received: {coins}, which was worth {amount} at the time.\nEnter the address of your own wallet by {date}.',
    failed:
      'Hi {username}, your payment failed, and your order was not delivered. We are refunding what arrived: {coins}, which was worth {amount} when you paid.\nEnter the address of your own wallet by {date}.',
    button: 'Enter address',
    notes: 'We never ask for a password, a seed phrase or a payment.',
    reason: buyer,
  },
  samples: {
    Refund: (sender) => writePayoutOfferMail(sender, offered),
    'Time is revoked': (sender) => writePayoutOfferMail(sender, { ...offered, items: nightVision }),
    Overpaid: (sender) => writePayoutOfferMail(sender, { ...offered, kind: 'over' }),
    'Not paid in full': (sender) => writePayoutOfferMail(sender, { ...offered, kind: 'short' }),
    'Payment failed': (sender) =>
      writePayoutOfferMail(sender, { ...offered, kind: 'short', failed: true }),
  },
  again: (db, sender, { about }, again) => mailOffer(db, sender, String(about.payout), again),
})

/** A code is not sent again. A new address gets a new code. */
export const payoutCodeMail = mail('payout-code', {
  title: 'Payout confirmation code',
  detail: 'Sent when the customer enters an address. The code and the address are below the text.',
  placeholders: { ...recipient, coins: 'amount, in coins' },
  fields: { ...top, text, ...end },
  urgent: true,
  words: {
    subject: 'Your code to confirm a payout address at {shop}',
    preheader: 'Compare the address before you enter the code.',
    heading: 'Is this your address?',
    text: 'Hi {username}, {coins} will be sent to the address below. Compare it with your wallet, and enter the code on the page only if the address is yours. The code is valid for 15 minutes.',
    notes:
      'If you did not enter an address, do not use or share the code. Nothing is sent without it.',
    reason: buyer,
  },
  samples: {
    'With a tag': (sender) =>
      writePayoutCodeMail(sender, {
        username: 'night_owl',
        coins: '34.2 XRP',
        network: 'xrp',
        code: '204816',
        address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
        memo: '1042',
      }),
  },
  again: null,
})

export const payoutSentMail = mail('payout-sent', {
  title: 'Payout sent',
  detail: 'Sent when the coins are on their way. The transaction is below the text.',
  placeholders: {
    ...recipient,
    amount: 'amount, in the shop’s currency',
    coins: 'amount, in coins',
    time: 'time that was revoked',
    order: 'order number',
  },
  fields: {
    ...top,
    text,
    taken: line('If time was revoked with it', { needs: ['time'] }),
    button,
    ...end,
  },
  words: {
    subject: '{coins} is on its way to you',
    preheader: 'Sent to the address that you confirmed.',
    heading: 'Your refund is on its way',
    text: 'Hi {username}, we have sent {coins}, which was worth {amount} when you paid, to the address that you confirmed. The network takes from a few minutes to an hour to confirm it.',
    taken: 'The time that it paid for was revoked: {time}.',
    button: 'View order',
    notes: '',
    reason: buyer,
  },
  samples: {
    Sent: (sender) =>
      writePayoutSentMail(sender, {
        ...offered,
        items: nightVision,
        address: bitcoin,
        memo: null,
        transaction,
        explorer: `https://mempool.space/tx/${transaction}`,
      }),
  },
  again: (db, sender, { about }, again) => mailSent(db, sender, String(about.payout), again),
})

export const payoutOverMail = mail('payout-over', {
  title: 'Payout offer expired',
  detail: 'Sent if no address was entered in time, so nothing was sent.',
  placeholders: {
    ...recipient,
    amount: 'amount not paid out, in the shop’s currency',
    coins: 'amount not paid out, in coins',
    date: 'last day to enter an address',
    order: 'order number',
  },
  fields: {
    ...top,
    text,
    kept: line('If it was a refund'),
    next: paragraphs('Next steps'),
    button,
    ...end,
  },
  words: {
    subject: 'Nothing was sent: where should we send your {coins}?',
    preheader: 'Our offer has expired. You can request another one.',
    heading: 'We do not have an address for your refund',
    text: 'Hi {username}, we did not receive an address for {coins}, which was worth {amount} when you paid, by {date}. Nothing was sent, and the link in our earlier email has expired.',
    kept: 'The order and its time stay as they are.',
    next: 'If you still want it back, ask about the order, and we will send you a new link.',
    button: 'View order',
    notes: '',
    reason: buyer,
  },
  samples: {
    Refund: (sender) => writePayoutOverMail(sender, offered),
    Overpaid: (sender) => writePayoutOverMail(sender, { ...offered, kind: 'over' }),
  },
  again: (db, sender, { about }, again) => mailOver(db, sender, String(about.payout), again),
})

type Offered = {
  order: string
  username: string
  kind: PayoutKind
  /** The payment failed, so the order was never delivered. */
  failed: boolean
  cents: number
  /** With the coin's name: `0.00031 BTC`. */
  coins: string
  network: string | null
  /** The items whose time is revoked once the coins are sent, and how much. */
  items: { name: string; seconds: number }[]
  link: string
  until: Date
}

const networkRow = (network: string | null) =>
  network ? [{ label: 'Network', value: network.toUpperCase() }] : []

export function writePayoutOfferMail(sender: Sender, offer: Offered): FramedMail {
  const { order, username, kind, failed, cents, coins, network, items, link, until } = offer
  const date = momentOf(sender, until)
  const products = listed(items.map(({ name }) => name))
  const facts = { username, amount: formatMoney(cents), coins, products, date, order }
  const words = payoutOfferMail.fillIn(sender, facts)
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [
      ...(kind === 'refund'
        ? usual.paragraphs
        : lines(words[kind === 'short' && failed ? 'failed' : kind])),
      ...(items.length > 0 ? [words.takes] : []),
    ],
    rows: [{ label: 'Refund', value: coins }, ...networkRow(network)],
    button: { label: words.button, url: link },
    notes: [...usual.notes, `Order ${order}`],
  })
}

type Code = {
  username: string
  coins: string
  network: string | null
  code: string
  address: string
  memo: string | null
}

export function writePayoutCodeMail(sender: Sender, mail: Code): FramedMail {
  const { username, coins, network, code, address, memo } = mail
  const words = payoutCodeMail.fillIn(sender, { username, coins })
  return frame(sender, {
    ...said(words),
    rows: [
      { label: 'Address', value: inFours(address) },
      ...(memo ? [{ label: memoName(network), value: memo }] : []),
      { label: 'Code', value: code },
    ],
  })
}

type Over = Pick<Offered, 'order' | 'username' | 'kind' | 'cents' | 'coins' | 'network' | 'until'>

export function writePayoutOverMail(sender: Sender, offer: Over): FramedMail {
  const { order, username, kind, cents, coins, network, until } = offer
  const facts = {
    username,
    amount: formatMoney(cents),
    coins,
    date: momentOf(sender, until),
    order,
  }
  const words = payoutOverMail.fillIn(sender, facts)
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [
      ...usual.paragraphs,
      ...(kind === 'refund' ? lines(words.kept) : []),
      ...lines(words.next),
    ],
    rows: [{ label: 'Not sent', value: coins }, ...networkRow(network)],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}

type Sent = Omit<Offered, 'link' | 'until' | 'kind' | 'failed'> & {
  address: string
  memo: string | null
  transaction: string | null
  explorer: string | null
}

export function writePayoutSentMail(sender: Sender, sent: Sent): FramedMail {
  const { order, username, cents, coins, network, address, memo, transaction: id, explorer } = sent
  const time = timeOfEach(sent.items)
  const facts = { username, amount: formatMoney(cents), coins, time, order }
  const words = payoutSentMail.fillIn(sender, facts)
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...(time ? [words.taken] : [])],
    rows: [
      { label: 'Sent', value: coins },
      ...networkRow(network),
      { label: 'Address', value: inFours(address) },
      ...(memo ? [{ label: memoName(network), value: memo }] : []),
      ...(id ? [{ label: 'Transaction', value: id }] : []),
    ],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [
      ...usual.notes,
      ...(explorer ? [`The transaction: ${explorer}`] : []),
      `Order ${order}`,
    ],
  })
}

const inFours = (address: string) => address.match(/.{1,4}/g)?.join(' ') ?? address
