import { button, declared, end, line, paragraphs, text, top } from './mail-text-fields.ts'

const username = 'account name'
const product = 'product name'
const renewed = { username, product, plan: 'renewal term', price: 'renewal price' }
const repriced = {
  username,
  product,
  plan: 'renewal term',
  old_price: 'current price',
  price: 'new price',
}
const replaced = 'the price announced earlier'
const severalEnd = {
  ...top,
  text,
  renewable: line('If any can be renewed'),
  link: line('Link for each product', { most: 60, hint: 'The shop adds the term after it.' }),
  not_sold: line('If no longer sold', { most: 60 }),
  ...end,
  notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
}

/**
 * The mails whose texts staff can edit. A sentence that only some mails contain is a field of its
 * own, named after its condition. Facts and links are not editable: the shop adds them below the
 * text.
 */
export const mailTexts = {
  'mail-verification': declared({
    title: 'Email verification',
    detail: 'Sent after sign-up.',
    placeholders: { username: 'account that the link verifies' },
    fields: {
      ...top,
      text,
      button,
      ...end,
      notes: paragraphs('Small print', { needs: ['username'] }),
    },
  }),
  'mail-verifications': declared({
    title: 'Email verification for several accounts',
    detail: 'Sent if several sign-ups use the same address. The links are below the text.',
    placeholders: {},
    fields: { ...top, text, ...end },
  }),
  'mail-address-taken': declared({
    title: 'Address already in use',
    detail: 'Sent if somebody signs up with the address of an existing account.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-password-reset': declared({
    title: 'Password reset',
    detail: 'Sent when a password reset is requested.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-password-changed': declared({
    title: 'Password changed',
    detail: 'Sent after a password change.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-on': declared({
    title: 'Two-factor authentication on',
    detail: 'Sent after it is turned on.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-off': declared({
    title: 'Two-factor authentication off',
    detail: 'Sent after the customer turns it off.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-removed': declared({
    title: 'Two-factor authentication removed',
    detail: 'Sent after the team removes it for a customer who lost access.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-recovery-code-used': declared({
    title: 'Recovery code used',
    detail:
      'Sent when a recovery code is used to sign in. The time and the number of codes left are below the text.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-wrong-codes': declared({
    title: 'Wrong two-factor codes',
    detail:
      'Sent after three wrong codes in 15 minutes, at most once a day. The time is below the text.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-new-sign-in': declared({
    title: 'New sign-in',
    detail: 'Sent after a sign-in from a new device. The time and place are below the text.',
    placeholders: { username, device: 'browser and operating system' },
    fields: { ...top, text, button, ...end },
  }),
  'mail-invitation': declared({
    title: 'Invitation',
    detail: 'Sent when the team creates an account.',
    placeholders: { username: 'username to sign in with' },
    fields: { ...top, text: { ...text, needs: ['username'] }, button, ...end },
  }),
  'mail-address-changed': declared({
    title: 'Address changed',
    detail: 'Sent to the old and the new address when the team changes it.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-receipt': declared({
    title: 'Receipt',
    detail: 'Sent when an order is paid. The items are below the text.',
    placeholders: {
      username,
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
  }),
  'mail-order-short': declared({
    title: 'Payment too low',
    detail:
      'Sent if a crypto payment is less than the order total. The address for the rest is below the text.',
    placeholders: {
      username,
      missing:
        'missing amount, in coins, or in the shop’s currency once the exchange rate has ended',
      missing_money: 'missing amount, in the shop’s currency',
      order: 'order number',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-order-failed': declared({
    title: 'Crypto payment failed',
    detail: 'Sent if a crypto payment fails after coins were seen.',
    placeholders: {
      username,
      seen: 'coins seen and coins due',
      order: 'order number',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-order-unexpected': declared({
    title: 'Unexpected payment',
    detail:
      'Sent if coins arrive that no order expects, or if a payment buys nothing. Staff decide how to handle it.',
    placeholders: {
      username,
      coins: 'coins received',
      reason: 'sentence that says why the payment is reviewed',
      order: 'order number',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-refund': declared({
    title: 'Refund',
    detail: 'Sent when money is refunded. The items are below the text.',
    placeholders: {
      username,
      amount: 'refunded amount',
      to: 'card that receives the refund',
      time: 'time that is revoked',
      stopped: 'renewals that are stopped',
      order: 'order number',
    },
    fields: {
      ...top,
      heading_part: line('Heading for a partial refund', {
        hint: 'Used if only part of the order is refunded.',
      }),
      text,
      taken: line('If time is revoked'),
      stopped: line('If a renewal is stopped'),
      warned: paragraphs('If refunded automatically after a fraud warning'),
      button,
      ...end,
    },
  }),
  'mail-document-corrected': declared({
    title: 'Corrected invoice',
    detail:
      'Sent if VIES confirms a company’s VAT ID after tax was charged. Both documents are below the text.',
    placeholders: {
      username,
      former: 'number of the corrected document',
      vat_id: 'confirmed VAT ID',
      order: 'order number',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-payout-offer': declared({
    title: 'Payout offered',
    detail:
      'Sent when a crypto payment can be refunded. The amount and the deadline are below the text.',
    placeholders: {
      username,
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
  }),
  'mail-payout-code': declared({
    title: 'Payout confirmation code',
    detail:
      'Sent when the customer enters an address. The code and the address are below the text.',
    placeholders: { username, coins: 'amount, in coins' },
    fields: { ...top, text, ...end },
  }),
  'mail-payout-sent': declared({
    title: 'Payout sent',
    detail: 'Sent when the coins are on their way. The transaction is below the text.',
    placeholders: {
      username,
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
  }),
  'mail-payout-over': declared({
    title: 'Payout offer expired',
    detail: 'Sent if no address was entered in time, so nothing was sent.',
    placeholders: {
      username,
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
  }),
  'mail-refund-failed': declared({
    title: 'Refund failed',
    detail: 'Sent if the bank returns the refund.',
    placeholders: {
      username,
      amount: 'amount that did not arrive',
      to: 'card that the refund was sent to',
      order: 'order number',
    },
    fields: {
      ...top,
      text,
      back: line('If the time is restored'),
      next: paragraphs('Next steps'),
      button,
      ...end,
    },
  }),
  'mail-payment-disputed': declared({
    title: 'Payment disputed',
    detail: 'Sent if a customer’s bank disputes a payment. The amount is below the text.',
    placeholders: { username, amount: 'disputed amount' },
    fields: {
      ...top,
      text,
      frozen: paragraphs('If the time is on hold'),
      revoked: paragraphs('If the time was revoked'),
      left: paragraphs('If the time continues'),
      part: paragraphs('If only part of the order is disputed'),
      next: paragraphs('Next steps'),
      button,
      ...end,
    },
  }),
  'mail-dispute-decided': declared({
    title: 'Dispute decided',
    detail: 'Sent when the bank decides a dispute that the customer was told about.',
    placeholders: { username, amount: 'disputed amount' },
    fields: {
      ...top,
      text,
      won: paragraphs('If the dispute was won'),
      won_late: paragraphs('If the dispute was won after the payment was returned'),
      lost: paragraphs('If the dispute was lost'),
      lost_part: paragraphs('If a dispute of part of the order was lost'),
      button,
      ...end,
    },
  }),
  'mail-incident-update': declared({
    title: 'Incident update',
    detail: 'Sent to subscribers of the status page. The update is below the text.',
    placeholders: { username, title: 'incident title' },
    fields: { ...top, text, button, ...end },
  }),
  'mail-release': declared({
    title: 'New release',
    detail:
      'Sent to customers who turned it on in their dashboard, when the release is offered to them.',
    placeholders: {
      username,
      name: 'product, or the shop’s loader',
      version: 'version of the release',
    },
    fields: {
      ...top,
      text,
      module: paragraphs('For a product’s module'),
      loader: paragraphs('For the loader'),
      button,
      button_loader: line('Button for the loader'),
      ...end,
    },
  }),
  'mail-subscription-ending': declared({
    title: 'Subscription expires soon',
    detail: 'Sent a week, three days and a day before. The expiry date is below the text.',
    placeholders: {
      username,
      product,
      left: 'time remaining',
      plan: 'renewal term',
      coin: 'coin used for the last payment',
    },
    fields: {
      ...top,
      text,
      renewable: line('If it can be renewed'),
      not_sold: line('If no longer sold'),
      button,
      ...end,
      notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
    },
  }),
  'mail-subscription-ended': declared({
    title: 'Subscription expired',
    detail: 'Sent on the expiry date.',
    placeholders: {
      username,
      product,
      plan: 'renewal term',
      coin: 'coin used for the last payment',
    },
    fields: {
      ...top,
      text,
      renewable: line('If it can be renewed'),
      not_sold: line('If no longer sold'),
      button,
      ...end,
      notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
    },
  }),
  'mail-subscriptions-ending': declared({
    title: 'Several subscriptions expire soon',
    detail:
      'Replaces single mails that are due at the same time. Expiry dates and renewal links are below the text.',
    placeholders: {
      username,
      count: 'number of subscriptions',
      left: 'time remaining of the last one',
    },
    fields: severalEnd,
  }),
  'mail-subscriptions-ended': declared({
    title: 'Several subscriptions expired',
    detail: 'Replaces single mails for subscriptions that expired at the same time.',
    placeholders: { username, count: 'number of subscriptions' },
    fields: severalEnd,
  }),
  'mail-time-given': declared({
    title: 'Time granted',
    detail:
      'Sent when staff grant time with a note. The note and the new expiry date are below the text.',
    placeholders: { username, product, time: 'time granted' },
    fields: {
      ...top,
      text,
      lifetime: line('Time granted for a lifetime'),
      button,
      ...end,
    },
  }),
  'mail-time-credited': declared({
    title: 'Compensation',
    detail:
      'Sent after an incident or a manual batch. The time and the new expiry date are below the text.',
    placeholders: { username, title: 'batch title' },
    fields: {
      ...top,
      text,
      subject_by_hand: line('Subject for a manual batch'),
      heading_by_hand: line('Heading for a manual batch'),
      text_by_hand: paragraphs('Text for a manual batch'),
      button,
      ...end,
    },
  }),
  'mail-renewal-soon': declared({
    title: 'Upcoming renewal charge',
    detail:
      'Sent a week before; three days before for monthly terms; shortly before for terms under a week. The link to stop it is below the text.',
    placeholders: {
      ...renewed,
      card: 'card that is charged',
      date: 'date of the charge',
    },
    fields: {
      ...top,
      text: { ...text, needs: ['price', 'date'] },
      expires: line('If the card expires before'),
      no_card: line('If no card is saved'),
      button,
      ...end,
    },
  }),
  'mail-renewal-card': declared({
    title: 'Card expires before a renewal',
    detail:
      'Sent two weeks before the charge, or half of a shorter term, once for each card. The link to stop it is below the text.',
    placeholders: {
      ...renewed,
      card: 'card that expires',
      date: 'date of the charge',
      others: 'other renewals on that card',
    },
    fields: {
      ...top,
      text,
      others: line('If the card pays for several', { needs: ['others'] }),
      button,
      ...end,
    },
  }),
  'mail-renewal-failed': declared({
    title: 'Renewal payment failed',
    detail:
      'Sent at once, and again after three days and a week. The link to stop it is below the text.',
    placeholders: {
      ...renewed,
      card: 'card that was charged',
      date: 'date of the next attempt',
      end: 'date when retries stop',
    },
    fields: {
      ...top,
      text,
      text_still: paragraphs('Text for later reminders'),
      subject_confirm: line('Subject if the bank requires confirmation'),
      preheader_confirm: line('Preview text for that subject'),
      heading_confirm: line('Heading if the bank requires confirmation'),
      text_confirm: paragraphs('Text if the bank requires confirmation'),
      subject_no_card: line('Subject if no card is saved'),
      preheader_no_card: line('Preview text for that subject'),
      heading_no_card: line('Heading if no card is saved'),
      text_no_card: paragraphs('Text if no card is saved'),
      no_card: line('Next steps if no card is saved'),
      next: line('If it is retried', { needs: ['date'] }),
      only_card: line('If it is not retried'),
      button,
      button_confirm: { ...button, label: 'Button if the bank requires confirmation' },
      ...end,
    },
  }),
  'mail-renewal-ended': declared({
    title: 'Renewal ended without payment',
    detail: 'Sent when retries of a failed payment stop.',
    placeholders: renewed,
    fields: { ...top, text, button, ...end },
  }),
  'mail-renewal-price': declared({
    title: 'Renewal price increase',
    detail: 'Sent at least 30 days ahead. Both prices and the link to stop it are below the text.',
    placeholders: { ...repriced, date: 'date of the first charge at the new price', replaced },
    fields: {
      ...top,
      text: { ...text, needs: ['old_price', 'price', 'date'] },
      replaces: line('If another price was announced before'),
      button,
      ...end,
    },
  }),
  'mail-renewal-price-lower': declared({
    title: 'Renewal price decrease',
    detail: 'Sent at once. Both prices are below the text.',
    placeholders: { ...repriced, replaced },
    fields: {
      ...top,
      text,
      replaces: line('If another price was announced before'),
      button,
      ...end,
    },
  }),
  'mail-renewal-price-off': declared({
    title: 'Price change canceled',
    detail: 'Sent if an announced price change is canceled.',
    placeholders: repriced,
    fields: { ...top, text, button, ...end },
  }),
  'mail-ticket-reply': declared({
    title: 'Support reply',
    detail: 'Sent to the customer. The reply is below the text.',
    placeholders: {
      username,
      title: 'ticket title',
      ticket: 'ticket number',
      beginning: 'first words of the reply',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-ticket-answer': declared({
    title: 'Customer reply',
    detail: 'Sent to the team member who is assigned to the ticket.',
    placeholders: {
      username,
      customer: 'customer name',
      title: 'ticket title',
      ticket: 'ticket number',
      beginning: 'first words of the reply',
    },
    fields: { ...top, text, button, ...end },
  }),
}

/** The values of a mail's placeholders, except `{shop}`. */
export type MailValues<Name extends keyof typeof mailTexts> = Record<
  keyof (typeof mailTexts)[Name]['placeholders'] & string,
  string
>

/** The texts of a mail. */
export type MailWords<Name extends keyof typeof mailTexts> = Record<
  keyof (typeof mailTexts)[Name]['fields'] & string,
  string
>
