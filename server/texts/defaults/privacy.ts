import type { LegalTexts } from '#contract/text-pages.ts'

/** Which of the services outside the store are in use. */
export type Services = {
  card: boolean
  nowpayments: boolean
  /** A server of the operator's own, so nobody else is told. */
  btcpay: boolean
  /** Who tells people from programs; null when the store does it by itself. */
  captcha: string | null
}

/**
 * What this software does with data. The operator's own services, such as the place where it is
 * hosted, are for the operator to add.
 */
export function privacy({ card, nowpayments, btcpay, captcha }: Services): LegalTexts {
  const onChain = 'Payments on a blockchain are public by their nature.'
  const parts = [
    '## Who is responsible',
    'This store is run by {seller}, on its own servers. “We” means {seller}; “you” means whoever visits the store or has an account in it. Questions about your data are answered through a support ticket in your dashboard, or in our community chat if you have no account.',
    '## When you only look around',
    'The store, the blog and these pages are the same for everyone. They set no cookie, load nothing from other companies, and contain no advertising and no tracking.',
    'Your browser keeps your cart, and a code from a promotion or a friend if you followed such a link, in its own storage. They stay on your device until you place an order, sign up or clear them.',
    'Our servers see your network address with every request, as all servers must. It is used to answer you and to slow down abuse; requests are not kept in a log.',
    '## When you have an account',
    'We keep what the store needs to work for you:',
    [
      '- your username, your email address and the date on which you signed up,',
      '- your password as a hash (Argon2id), from which nobody, including us, can read it,',
      '- if you turn a second factor on: the secret that your authenticator app has too, encrypted with a key that is not in the same place, and your recovery codes as hashes. Both go when you turn it off,',
      '- your sessions: a random token as a hash, the network address and browser that you signed in with, and when it was last used. A session ends after 30 days, after 14 days without a visit, or when you sign out,',
      '- the browsers that you have signed in from, each as the hash of its random number, until one has not been used to sign in for 400 days or your account is deleted,',
      '- which edition of our terms you accepted, and when,',
      '- who referred you, and whom you referred, to count rewards,',
      '- your support tickets and their messages,',
      '- the mails that we sent to you, by address, subject and date, for 400 days, so that support can tell whether one arrived.',
    ].join('\n'),
    'Signing in sets three cookies, and there are no others. One holds the random token, which scripts cannot read; one says that there is one, so that pages need not ask for nothing. Both go when you sign out, and are needed for you to stay signed in. The third tells this browser from others by a random number, which scripts cannot read either: it stays for 400 days, also after you have signed out, so that we write to you when somebody signs in from a browser that you have not used before.',
    captcha
      ? `Where you sign in or sign up, ${captcha} checks that you are not a program. It sees your network address and details of your browser, and may set cookies of its own.`
      : 'Where you sign in or sign up, your browser solves a small calculation to show that you are not a program. It comes from our own servers; no other company takes part.',
    'If you link your Discord account, we keep your username and number there, to give you the roles of your subscriptions. Unlinking deletes them.',
    '## When you buy',
    'We keep your orders and payments: what you bought, when, for how much, by which method, and the number that the payment provider gave it. The network address that an order was placed from, and that of each download of your loader, is kept for 13 months, as that is how long a bank can ask a payment back; we tell it to your bank when it does. It goes with your account, unless your bank has not decided yet. The law obliges us to keep these for some years. Each payment has a receipt or an invoice, which names your username and email address as they were then and is never changed.',
    'Where prices include tax, we keep the country that you say you live in. If you buy for a company, we keep its name, address and VAT ID, which stand on the invoices; a VAT ID of another member state of the EU is checked with VIES, the register of the European Commission. They go with your account, and from orders that were not paid after 30 days.',
    card &&
      'Cards are handled by Stripe. The fields that you type your card into belong to Stripe, and the number never reaches our servers. Stripe receives your email address, what you pay, and what it needs to prevent fraud. A card that pays a renewal, or that you add under Cards, is kept by Stripe under a number for you, so that it can be charged again without you; we know its brand, its last four digits and when it expires. You can remove it under Cards; one that a running renewal needs, once that is stopped.',
    nowpayments &&
      `${btcpay ? 'Some cryptocurrencies' : 'Cryptocurrencies'} are handled by NOWPayments, which receives the amount, the currency and the number of the order. ${onChain}`,
    btcpay &&
      `${nowpayments ? 'Other cryptocurrencies' : 'Cryptocurrencies'} are handled by a server of our own, and no other company is told of them. ${nowpayments ? '' : onChain}`.trim(),
    '## When you use the loader',
    'The loader that you download carries a signed stamp: the number of your account, the number of the build, its version and the time. It tells who a copy was made for, should it turn up elsewhere.',
    'It is paired with your account on this site. We keep the name and system of the computer, when it was paired and last seen, and which products run on it; and, to tell it from another, marks of its board, BIOS, TPM, processor, graphics card, disks, network cards and system. The loader sends each as a hash, and we keep an HMAC of that with a key of our own: no serial number reaches us, and nobody reads one from a mark. What happened to your computers (paired, changed in parts, released) and what the loader reports of attempts to pass a copy on or to tamper with it are noted in your account. It does not send your files, your screen or what you type.',
    'Runs of a product are kept for 30 days, and a pairing that is not used for 90. All of it goes with your account.',
    '## Why we may do this',
    'To keep the contract that you made with us (your account, your orders, your loader), because the law tells us to (records of payments), and because we have a legitimate interest in a store that is not abused (limits, the log of what staff and accounts did, the check that you are not a program). News by mail carries a link that ends them at once.',
    '## Who else gets it',
    `Nobody, but those named above and only for what they do: ${list([card && 'Stripe for card payments', nowpayments && 'NOWPayments for cryptocurrencies', captcha && `${captcha} for that check`, 'VIES if you buy for a company with a VAT ID', 'Discord if you link it', 'the mail server that carries our mails'])}. We do not sell data, and we do not give it to advertisers. Authorities get what a valid order obliges us to give.`,
    '## How long we keep it',
    'An account lives until it is deleted. Then your name, email address, links and sessions are removed; orders stay, as the law demands, and refer to “Deleted user”; receipts, invoices and credit notes stay as they were made, with the name and email address that stand on them. So do your tickets and their messages, in the words that you wrote them in.',
    'What a payment provider tells us of a payment can hold your name and address. It is deleted three days after it was worked, and at once when your account is; that it came, after 30 days. What a mail said is deleted when it was sent; to which address it went, when and with which subject, after 400 days.',
    'The log of what accounts and staff did is kept for years, at most as long as the store is: nobody can edit it or take an entry out of it, and old months go as a whole. Its entries name you by the number of your account, and once that is deleted the number leads to no name.',
    '## What you can ask for',
    'You can ask us, free of charge,',
    [
      '- to see what we keep about you, and to get a copy that programs can read,',
      '- to correct what is wrong,',
      '- to delete your account, or to stop using some of your data,',
      '- to explain anything on this page.',
    ].join('\n'),
    'Open a ticket in the category “Account”; we answer within a month. If our answer does not satisfy you, the data protection authority where you live takes complaints.',
    '## How it is protected',
    'Connections are encrypted. Passwords, session tokens, recovery codes and mailed links are kept as hashes only. Staff see what they need for their work, and what they change is noted in a log that cannot be edited.',
    '## When this page changes',
    'If we begin to keep more, or share with others, this page says so before it happens, and customers are told by mail. The date above is that of the last change.',
  ]
  return { body: parts.filter(Boolean).join('\n\n') }
}

function list(parts: readonly (string | false | null)[]): string {
  return new Intl.ListFormat('en').format(parts.filter((part) => part !== false && part !== null))
}
