import type { LegalTexts } from '#contract/platform/text-pages.ts'

export type Services = {
  card: boolean
  nowpayments: boolean
  /** BTCPay Server runs on the operator's own server, so no third party receives data. */
  btcpay: boolean
  /** The captcha provider. Null if the store's own captcha is used. */
  captcha: string | null
}

/** Describes how this software processes data. Operators add their own services, such as hosting. */
export function privacy({ card, nowpayments, btcpay, captcha }: Services): LegalTexts {
  const onChain = 'Payments on a blockchain are public by their nature.'
  const parts = [
    '## Who is responsible',
    'This store is run by {seller}. “We” means {seller}; “you” means anyone who visits the store or has an account in it. Send questions about your data in a support ticket from your dashboard, or to {contact} if you have no account.',
    '## When you visit the store',
    'The pages of the store, the blog and this policy are the same for every visitor. They set no cookies, and no other company receives data when you open them. A video that is hosted elsewhere loads only when you play it.',
    'Your browser stores your cart and, if you followed such a link, a promotion or referral code. They stay on your device until you place an order, sign up or clear them.',
    'The store receives your network address with every request. It uses the address to answer you and to limit abuse. The store itself keeps no log of page requests.',
    '## When you have an account',
    'We store what the store needs to provide your account:',
    [
      '- your username, your email address and the date on which you signed up,',
      '- your password as a hash (Argon2id), from which nobody, including us, can read it,',
      '- if you turn on a second factor: the secret that your authenticator app also has, in encrypted form, and your recovery codes as hashes. Both are deleted when you turn it off,',
      '- your sessions: a random token as a hash, the network address and browser that you signed in with, and when it was last used. A session ends after 30 days, after 14 days without a visit, or when you sign out,',
      '- the browsers that you have signed in from, each as the hash of its random number, until a browser has not been used to sign in for 400 days or your account is deleted,',
      '- which version of our terms you accepted, and when,',
      '- who referred you, and whom you referred, to count rewards,',
      '- your support tickets and their messages,',
      '- the emails that we sent to you, by address, subject and date, for 400 days, so that support can check whether an email arrived.',
    ].join('\n'),
    'Signing in sets three cookies; the store itself sets no others. The first holds your session’s random token, and scripts cannot read it. The second tells pages that you are signed in. Both are needed to stay signed in and are deleted when you sign out. The third identifies this browser by a random number, which scripts cannot read either. It stays for 400 days, also after you sign out, so that we can write to you when someone signs in from a new browser.',
    captcha
      ? `When you sign in or sign up, ${captcha} checks that you are not a program. It receives your network address and details of your browser, and may set its own cookies.`
      : 'When you sign in or sign up, your browser solves a small calculation to show that you are not a program. The calculation comes from this site; no other company is involved.',
    'If you link your Discord account, we store your Discord username and number to give you the roles of your subscriptions. Unlinking deletes the username. We store the number for as long as you have an account, so that referral rewards count each person once.',
    '## When you buy',
    'We store your orders and payments: what you bought, when, for how much, by which method, and the payment provider’s number for it. We keep them for as long as the law requires. Each payment has a receipt or an invoice, which contains your username and email address at that time and is never changed. We store the network address of each order and of each download of your loader for 13 months, because payments can be disputed for that long. In a dispute, we send these addresses to your bank. They are deleted with your account, unless a dispute is still open.',
    'Where prices include tax, we store the country that you say you live in. If you buy for a company, we store its name, address and VAT ID, which appear on the invoices. A VAT ID of another member state of the EU is checked with VIES, the register of the European Commission. This data is deleted with your account, and after 30 days from orders that were not paid.',
    card &&
      'Stripe processes card payments. You type your card details into fields of Stripe, and the card number never reaches our servers. Stripe receives your email address, the amount, and what it needs to prevent fraud. Stripe stores a card that pays a renewal or that you add under Cards, so that it can be charged again. We store its brand, its last four digits and its expiry date. With each card payment we also store the number by which Stripe recognises the same card, so that referral rewards count each person once. You can remove the card under Cards. A card that pays a renewal can be removed once the renewal is stopped.',
    nowpayments &&
      `${btcpay ? 'Payments in some cryptocurrencies' : 'Payments in cryptocurrencies'} are processed by NOWPayments, which receives the amount, the currency and the order number. ${onChain}`,
    btcpay &&
      `${nowpayments ? 'Payments in other cryptocurrencies' : 'Payments in cryptocurrencies'} are processed by a BTCPay Server that we use, without a payment company. ${nowpayments ? '' : onChain}`.trim(),
    '## When you use the loader',
    'The loader that you download contains a signed stamp: the number of your account, the number of the build, its version and the time. The stamp shows for whom a copy was made.',
    'The loader is paired with your account on this site. We store the name and operating system of the computer, when it was paired and last seen, and which products run on it. To recognise the computer, we also store identifiers of its board, BIOS, TPM, processor, graphics card, disks, network cards and operating system. The loader sends each identifier as a hash, and we store a keyed hash (HMAC) of it, so no serial number reaches us. Your account records when a computer is paired, changed or released, and what the loader reports about attempts to share or tamper with a copy.',
    'Sessions of a product are stored for 30 days, and an unused pairing for 90 days. All of this is deleted with your account.',
    '## Why we may do this',
    'We process this data to fulfil our contract with you (your account, orders and loader), to comply with the law (records of payments), and because of our legitimate interest in preventing abuse (limits, the log of actions by staff and accounts, the check that you are not a program). Every news email contains a link to unsubscribe.',
    '## Who else receives data',
    `Data goes to the services named above, for the purposes described there: ${list([card && 'Stripe for card payments', nowpayments && 'NOWPayments for cryptocurrencies', captcha && `${captcha} for that check`, 'VIES if you buy for a company with a VAT ID', 'Discord if you link it', 'the mail server that sends our emails'])}. Providers that host this store process data on our behalf. Authorities receive what the law obliges us to disclose.`,
    '## How long we keep it',
    'We keep your account until it is deleted. Deletion removes your name, email address, linked accounts and sessions. Orders are kept as the law requires and refer to “Deleted user”. Receipts, invoices and credit notes are kept unchanged, with the name and email address on them. Your tickets and their messages are kept as you wrote them.',
    'Notifications from payment providers can contain your name and address. Their content is deleted three days after processing, or immediately when your account is deleted. The record that a notification arrived is deleted after 30 days. The content of an email is deleted when it has been sent; its recipient, time and subject are deleted after 400 days.',
    'The log of actions by accounts and staff is kept for as long as the store’s settings say. Entries cannot be edited or removed one by one; old months are deleted as a whole. Entries contain the number of your account. After your account is deleted, that number no longer leads to a name.',
    '## What you can ask for',
    'Depending on the law where you live, you can ask us',
    [
      '- to see what we store about you, and for a copy in a machine-readable format,',
      '- to correct what is wrong,',
      '- to delete your account, or to stop using some of your data,',
      '- to explain anything on this page.',
    ].join('\n'),
    'Open a ticket in the category “Account”. You can also complain to the data protection authority where you live.',
    '## How it is protected',
    'Passwords, session tokens, recovery codes and mailed links are stored only as hashes. What staff can see and do depends on their role, and their changes are recorded in a log that cannot be edited.',
    '## When this page changes',
    'We update this page when our use of data changes. The date above is the date of the last change.',
  ]
  return { body: parts.filter(Boolean).join('\n\n') }
}

function list(parts: readonly (string | false | null)[]): string {
  return new Intl.ListFormat('en').format(parts.filter((part) => part !== false && part !== null))
}
