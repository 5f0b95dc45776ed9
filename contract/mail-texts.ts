import * as z from 'zod'
import {
  button,
  end,
  fieldOf,
  line,
  type MailText,
  mailText,
  paragraphs,
  text,
  top,
} from './mail-text-fields.ts'

const username = 'the name of the account'
const product = 'the name of the product'
const renewed = { username, product, plan: 'for how long it renews', price: 'what that costs' }
const repriced = {
  username,
  product,
  plan: 'for how long it renews',
  old_price: 'what that costs now',
  price: 'what was announced',
}
const replaced = 'the price that was announced before'
const severalEnd = {
  ...top,
  text,
  renewable: line('When any can be renewed'),
  link: line('Link at each product', { most: 60, hint: 'The shop says for how long behind it.' }),
  not_sold: line('At one that is not sold', { most: 60 }),
  ...end,
  notes_coin: paragraphs('Small print when crypto paid the last time', { optional: true }),
}

/**
 * The mails whose texts staff can edit. A sentence that only some mails contain is a field of its
 * own, named after its condition. Facts and links are not editable: the shop adds them below the
 * text.
 */
export const mailTexts = {
  'mail-verification': mailText({
    title: 'Verify the address',
    detail: 'After somebody signed up.',
    placeholders: { username: 'the account that the link opens' },
    fields: {
      ...top,
      text,
      button,
      ...end,
      notes: paragraphs('Small print', { needs: ['username'] }),
    },
  }),
  'mail-verifications': mailText({
    title: 'Verify one of several accounts',
    detail: 'When several sign-ups name the same address. Their links stand below the text.',
    placeholders: {},
    fields: { ...top, text, ...end },
  }),
  'mail-address-taken': mailText({
    title: 'Address that has an account',
    detail: 'When somebody signs up with the address of an account.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-password-reset': mailText({
    title: 'New password',
    detail: 'When a new password was asked for.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-password-changed': mailText({
    title: 'Password was changed',
    detail: 'After it was.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-on': mailText({
    title: 'Second factor was turned on',
    detail: 'After it was.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-off': mailText({
    title: 'Second factor was turned off',
    detail: 'After it was, by the customer.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-second-factor-removed': mailText({
    title: 'Second factor was taken off',
    detail: 'By the team, for who lost it.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-recovery-code-used': mailText({
    title: 'Recovery code was used',
    detail: 'In place of a code of the app. When, and how many are left, stands below the text.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-wrong-codes': mailText({
    title: 'Wrong codes of the second factor',
    detail: 'After three in a quarter of an hour, once a day at most. When stands below the text.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-new-sign-in': mailText({
    title: 'New sign-in',
    detail: 'From a device that was not seen before. When and from where stands below the text.',
    placeholders: { username, device: 'the browser and the system' },
    fields: { ...top, text, button, ...end },
  }),
  'mail-invitation': mailText({
    title: 'Invitation',
    detail: 'To an account that the team has made.',
    placeholders: { username: 'the name to sign in with' },
    fields: { ...top, text: { ...text, needs: ['username'] }, button, ...end },
  }),
  'mail-address-changed': mailText({
    title: 'Address was changed',
    detail: 'By the team; to the old address and the new one.',
    placeholders: { username },
    fields: { ...top, text, button, ...end },
  }),
  'mail-receipt': mailText({
    title: 'Receipt',
    detail: 'When an order is paid. What was bought stands below the text.',
    placeholders: {
      username,
      total: 'what was paid',
      order: 'the number of the order',
      product: 'what was bought; where it renews, what renews',
      date: 'the day of the next charge',
      price: 'what that charge costs',
    },
    fields: {
      ...top,
      text,
      subject_renewed: line('Subject of a renewal', {
        hint: 'When the card was charged by itself.',
      }),
      heading_renewed: line('Heading of a renewal'),
      text_renewed: paragraphs('Text of a renewal'),
      subject_late: line('Subject of a late payment', {
        hint: 'When the money came after the order had expired.',
      }),
      heading_late: line('Heading of a late payment'),
      text_late: paragraphs('Text of a late payment'),
      button,
      renews: line('When it renews by itself', {
        hint: 'Once for each product that does.',
        needs: ['date'],
      }),
      ...end,
    },
  }),
  'mail-order-short': mailText({
    title: 'Payment that fell short',
    detail:
      'When less crypto came than an order costs. Where to send the rest stands below the text.',
    placeholders: {
      username,
      missing: 'what is missing, in coins',
      missing_money: 'what is missing, in money',
      order: 'the number of the order',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-order-failed': mailText({
    title: 'Payment that failed',
    detail: 'When a payment in crypto fails of which money was seen.',
    placeholders: {
      username,
      seen: 'what was seen of how much, in coins',
      order: 'the number of the order',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-order-unexpected': mailText({
    title: 'Unexpected payment',
    detail:
      'When coins arrive that an order did not ask for. They pay for nothing until you decide.',
    placeholders: {
      username,
      coins: 'what arrived, in coins',
      order: 'the number of the order',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-refund': mailText({
    title: 'Refund',
    detail: 'When money goes back. For what stands below the text.',
    placeholders: {
      username,
      amount: 'what goes back',
      to: 'the card that it goes to',
      time: 'the time that is taken back',
      stopped: 'what renews no more',
      order: 'the number of the order',
    },
    fields: {
      ...top,
      heading_part: line('Heading of a part', { hint: 'When not all of the order goes back.' }),
      text,
      taken: line('When time is taken back'),
      stopped: line('When a renewal is stopped'),
      warned: paragraphs('When it goes back by itself, as the card’s bank warned of fraud'),
      button,
      ...end,
    },
  }),
  'mail-document-corrected': mailText({
    title: 'Corrected invoice',
    detail:
      'When VIES confirmed a company’s VAT ID after tax was charged. Both documents stand below the text.',
    placeholders: {
      username,
      former: 'the number of the document that was corrected',
      vat_id: 'the VAT ID that was confirmed',
      order: 'the number of the order',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-payout-offer': mailText({
    title: 'Payout offered',
    detail: 'When money in crypto is to go back. What, and until when, stands below the text.',
    placeholders: {
      username,
      amount: 'what goes back, in the shop’s currency',
      coins: 'what goes back, in coins',
      products: 'whose time goes with it',
      date: 'until when an address can be given',
      order: 'the number of the order',
    },
    fields: {
      ...top,
      text,
      takes: line('When time goes with it', { needs: ['products'] }),
      over: paragraphs('When too much was paid', { needs: ['coins'] }),
      short: paragraphs('When the order was not paid in full', { needs: ['coins'] }),
      failed: paragraphs('When the payment failed', { needs: ['coins'] }),
      button,
      ...end,
    },
  }),
  'mail-payout-code': mailText({
    title: 'Code for a payout',
    detail: 'When an address was given. The code and the address stand below the text.',
    placeholders: { username, coins: 'what goes there' },
    fields: { ...top, text, ...end },
  }),
  'mail-payout-sent': mailText({
    title: 'Payout sent',
    detail: 'When the coins are on their way. The transaction stands below the text.',
    placeholders: {
      username,
      amount: 'what went back, in the shop’s currency',
      coins: 'what went back, in coins',
      time: 'which time went with it',
      order: 'the number of the order',
    },
    fields: {
      ...top,
      text,
      taken: line('When time went with it', { needs: ['time'] }),
      button,
      ...end,
    },
  }),
  'mail-payout-over': mailText({
    title: 'Payout that nobody took',
    detail: 'When nobody has given an address in time, and nothing was sent.',
    placeholders: {
      username,
      amount: 'what would have gone back, in the shop’s currency',
      coins: 'what would have gone back, in coins',
      date: 'until when an address could be given',
      order: 'the number of the order',
    },
    fields: {
      ...top,
      text,
      kept: line('When it was a refund'),
      next: paragraphs('What to do now'),
      button,
      ...end,
    },
  }),
  'mail-refund-failed': mailText({
    title: 'Refund that did not arrive',
    detail: 'When the bank sent the money back.',
    placeholders: {
      username,
      amount: 'what did not arrive',
      to: 'the card that it went to',
      order: 'the number of the order',
    },
    fields: {
      ...top,
      text,
      back: line('When time is given again'),
      next: paragraphs('What to do now'),
      button,
      ...end,
    },
  }),
  'mail-payment-disputed': mailText({
    title: 'Payment that is disputed',
    detail: 'When a customer’s bank asks a payment back. The amount stands below the text.',
    placeholders: { username, amount: 'what the bank asks back' },
    fields: {
      ...top,
      text,
      frozen: paragraphs('While its time is kept'),
      revoked: paragraphs('When its time was taken back'),
      left: paragraphs('While its time goes on'),
      part: paragraphs('When it is a part of what the order cost'),
      next: paragraphs('What to do now'),
      button,
      ...end,
    },
  }),
  'mail-dispute-decided': mailText({
    title: 'Payment that was disputed',
    detail: 'Once the bank has decided about a payment that was told to be disputed.',
    placeholders: { username, amount: 'what the bank had asked back' },
    fields: {
      ...top,
      text,
      won: paragraphs('When the payment stands'),
      won_late: paragraphs('When the payment stands after it had gone back'),
      lost: paragraphs('When the money went back'),
      lost_part: paragraphs('When the money of a part of the order went back'),
      button,
      ...end,
    },
  }),
  'mail-incident-update': mailText({
    title: 'News of an incident',
    detail: 'To those who asked for it on the status page. What staff wrote stands below the text.',
    placeholders: { username, title: 'what the incident is called' },
    fields: { ...top, text, button, ...end },
  }),
  'mail-release': mailText({
    title: 'New release',
    detail: 'To those who asked for it on their dashboard, once it is offered to them.',
    placeholders: { username, name: 'the product, or the shop’s loader', version: 'its version' },
    fields: {
      ...top,
      text,
      module: paragraphs('When it is a product’s module'),
      loader: paragraphs('When it is the loader'),
      button,
      button_loader: line('Button when it is the loader'),
      ...end,
    },
  }),
  'mail-subscription-ending': mailText({
    title: 'Subscription that ends soon',
    detail: 'A week, three days and a day before. When it ends stands below the text.',
    placeholders: {
      username,
      product,
      left: 'how long it still runs',
      plan: 'what it is renewed for',
      coin: 'the coin that paid the last time',
    },
    fields: {
      ...top,
      text,
      renewable: line('When it can be renewed'),
      not_sold: line('When it is not sold'),
      button,
      ...end,
      notes_coin: paragraphs('Small print when crypto paid the last time', { optional: true }),
    },
  }),
  'mail-subscription-ended': mailText({
    title: 'Subscription that has ended',
    detail: 'On the day of its end.',
    placeholders: {
      username,
      product,
      plan: 'what it is renewed for',
      coin: 'the coin that paid the last time',
    },
    fields: {
      ...top,
      text,
      renewable: line('When it can be renewed'),
      not_sold: line('When it is not sold'),
      button,
      ...end,
      notes_coin: paragraphs('Small print when crypto paid the last time', { optional: true }),
    },
  }),
  'mail-subscriptions-ending': mailText({
    title: 'Several subscriptions that end soon',
    detail:
      'In place of a mail for each that is due at the same time. What ends when, and what renews it, stands below the text.',
    placeholders: { username, count: 'how many end', left: 'how long the last of them still runs' },
    fields: severalEnd,
  }),
  'mail-subscriptions-ended': mailText({
    title: 'Several subscriptions that have ended',
    detail: 'In place of a mail for each that ended at the same time.',
    placeholders: { username, count: 'how many have ended' },
    fields: severalEnd,
  }),
  'mail-time-given': mailText({
    title: 'Time that was given',
    detail: 'When staff give time with a note. The note and the new end stand below the text.',
    placeholders: { username, product, time: 'how much was given' },
    fields: {
      ...top,
      text,
      lifetime: line('The time, when it is for life'),
      button,
      ...end,
    },
  }),
  'mail-time-credited': mailText({
    title: 'Time that was credited',
    detail: 'After an incident, or by hand to many. How much and the new end stand below the text.',
    placeholders: { username, title: 'what the batch is called' },
    fields: {
      ...top,
      text,
      subject_by_hand: line('Subject of one by hand'),
      heading_by_hand: line('Heading of one by hand'),
      text_by_hand: paragraphs('Text of one by hand'),
      button,
      ...end,
    },
  }),
  'mail-renewal-soon': mailText({
    title: 'Renewal that is charged soon',
    detail:
      'A week before; three days of a month, and shortly before of less than a week. What stops it stands below the text.',
    placeholders: {
      ...renewed,
      card: 'the card that is charged',
      date: 'the day of the charge',
    },
    fields: {
      ...top,
      text: { ...text, needs: ['price', 'date'] },
      expires: line('When the card expires before'),
      no_card: line('When there is no card'),
      button,
      ...end,
    },
  }),
  'mail-renewal-card': mailText({
    title: 'Card that expires before a renewal',
    detail:
      'Two weeks before the charge, or half of a shorter term, once for each card. What stops it stands below the text.',
    placeholders: {
      ...renewed,
      card: 'the card that expires',
      date: 'the day of the charge',
      others: 'what else that card pays',
    },
    fields: {
      ...top,
      text,
      others: line('When the card pays for several', { needs: ['others'] }),
      button,
      ...end,
    },
  }),
  'mail-renewal-failed': mailText({
    title: 'Renewal that could not be charged',
    detail: 'At once, and again after three days and a week. What stops it stands below the text.',
    placeholders: {
      ...renewed,
      card: 'the card that was charged',
      date: 'the day of the next try',
      end: 'when it is given up',
    },
    fields: {
      ...top,
      text,
      text_still: paragraphs('Text of the later ones'),
      subject_confirm: line('Subject when the bank wants the customer’s confirmation'),
      preheader_confirm: line('After that subject'),
      heading_confirm: line('Heading then'),
      text_confirm: paragraphs('Text then'),
      subject_no_card: line('Subject when there is no card to charge'),
      preheader_no_card: line('After that subject'),
      heading_no_card: line('Heading then'),
      text_no_card: paragraphs('Text then'),
      no_card: line('What is to be done then'),
      next: line('When it is tried again', { needs: ['date'] }),
      only_card: line('When it is not tried again'),
      button,
      button_confirm: { ...button, label: 'Button when the bank wants a confirmation' },
      ...end,
    },
  }),
  'mail-renewal-ended': mailText({
    title: 'Renewal that was not paid',
    detail: 'When a payment that failed is given up.',
    placeholders: renewed,
    fields: { ...top, text, button, ...end },
  }),
  'mail-renewal-price': mailText({
    title: 'Renewal that will cost more',
    detail: 'At least 30 days ahead. Both prices and what stops it stand below the text.',
    placeholders: { ...repriced, date: 'the day from which charges cost it', replaced },
    fields: {
      ...top,
      text: { ...text, needs: ['old_price', 'price', 'date'] },
      replaces: line('When another price was announced before'),
      button,
      ...end,
    },
  }),
  'mail-renewal-price-lower': mailText({
    title: 'Renewal that costs less',
    detail: 'At once. Both prices stand below the text.',
    placeholders: { ...repriced, replaced },
    fields: {
      ...top,
      text,
      replaces: line('When another price was announced before'),
      button,
      ...end,
    },
  }),
  'mail-renewal-price-off': mailText({
    title: 'Renewal whose price stays',
    detail: 'When a price that was announced is canceled.',
    placeholders: repriced,
    fields: { ...top, text, button, ...end },
  }),
  'mail-ticket-reply': mailText({
    title: 'Answer of support',
    detail: 'To the customer. What was written stands below the text.',
    placeholders: {
      username,
      title: 'the title of the ticket',
      ticket: 'its number',
      beginning: 'how the answer begins',
    },
    fields: { ...top, text, button, ...end },
  }),
  'mail-ticket-answer': mailText({
    title: 'Answer of a customer',
    detail: 'To the member of the team whose ticket it is.',
    placeholders: {
      username,
      customer: 'the name of the customer',
      title: 'the title of the ticket',
      ticket: 'its number',
      beginning: 'how the answer begins',
    },
    fields: { ...top, text, button, ...end },
  }),
}

export type MailTextName = keyof typeof mailTexts
export const mailTextNames = Object.keys(mailTexts) as [MailTextName, ...MailTextName[]]

export const isMailText = (name: string): name is MailTextName => Object.hasOwn(mailTexts, name)

type FieldsOf<Name extends MailTextName> = keyof (typeof mailTexts)[Name]['fields'] & string

/** The values of a mail's placeholders, except `{shop}`. */
export type MailValues<Name extends MailTextName> = Record<
  keyof (typeof mailTexts)[Name]['placeholders'] & string,
  string
>

type Shapes = {
  [Name in MailTextName]: z.ZodObject<
    Record<FieldsOf<Name>, z.ZodType<string, string>>,
    z.core.$strict
  >
}

/** The schemas of the editable texts. */
export const mailTextShapes = Object.fromEntries(
  Object.entries<MailText>(mailTexts).map(([name, mail]) => [
    name,
    z.strictObject(
      Object.fromEntries(
        Object.entries(mail.fields).map(([field, about]) => [field, fieldOf(mail, about)]),
      ),
    ),
  ]),
) as unknown as Shapes
