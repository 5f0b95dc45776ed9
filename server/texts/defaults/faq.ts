import type { FaqTexts } from '#contract/text-pages.ts'

/** In the order that the page shows them. */
export const faq: FaqTexts = {
  lead: 'Frequently asked questions about accounts, purchases and the loader.',
  questions: [
    {
      category: 'Account',
      question: 'How do I create an account?',
      answer:
        'Choose a username, enter your email address and a password, and open the link that we send you. The link proves that the address is yours; until it is opened, signing in is not possible.',
      link_label: 'Create an account',
      link_to: '/signup',
    },
    {
      category: 'Account',
      question: 'The verification email did not arrive. What now?',
      answer:
        'Look into the spam folder first. Then try to sign in: the page offers to send the email again, once a minute at most. If the address had a typo, simply sign up again with the right one.',
      link_label: 'Sign in',
      link_to: '/login',
    },
    {
      category: 'Account',
      question: 'I forgot my password.',
      answer:
        'Ask for a reset link with your username and email address. The link works once and for one hour, and setting a new password signs you out everywhere else.',
      link_label: 'Reset your password',
      link_to: '/forgot-password',
    },
    {
      category: 'Account',
      question: 'How do I protect my account better?',
      answer:
        'Turn the second factor on in your profile: signing in then takes a code of an authenticator app on your phone beside the password. Keep the recovery codes that you get with it where you find them without the phone; each lets you in once. If you lost both, write to us from the address of your account.',
      link_label: 'Open your profile',
      link_to: '/dashboard?t=profile',
    },
    {
      category: 'Account',
      question: 'What does linking Discord do?',
      answer:
        'It gives you the roles of the games that you subscribe to on our server, with their channels, and takes them back when a subscription ends. You can unlink at any time; your subscriptions are not affected.',
      link_label: 'Open your profile',
      link_to: '/dashboard?t=profile',
    },
    {
      category: 'Account',
      question: 'How does the referral reward work?',
      answer:
        'Your dashboard has a code and a link to share. For every 3 friends who sign up with it and purchase, you get a free month of any subscription, which you redeem yourself whenever you like.',
      link_label: 'See your referrals',
      link_to: '/dashboard?t=referrals',
    },
    {
      category: 'Account',
      question: 'May I share my account?',
      answer:
        'No. A subscription is for one person, and the loader that you download is made for you alone. Friends who want to play get an account of their own; with your referral code they count towards your free month.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'Which payment methods do you accept?',
      answer:
        'Credit and debit cards, and various cryptocurrencies. Card details go straight to our payment provider and never reach our servers.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'How long can I subscribe for?',
      answer:
        'For 1, 3, 6 or 12 months per game. Longer terms cost less per month; every product page shows how much you save. A month counts as 30 days.',
      link_label: 'Browse the store',
      link_to: '/store',
    },
    {
      category: 'Purchases',
      question: 'What happens when I renew before my subscription has ended?',
      answer:
        'Nothing is lost: the time that you buy is added to the end of what you have. If it has ended already, the new time starts when the payment arrives.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'What happens to my time while a game is down?',
      answer:
        'The status page tells what goes on, and mails you about it if you like. Of some games your time stands still meanwhile, and your subscription says so; of others we credit it once the game is back. We write to you in either case. “Why does it end?” beside a subscription lists in words everything that your time is made of.',
      link_label: 'Open the status page',
      link_to: '/status',
    },
    {
      category: 'Purchases',
      question: 'Can I pause a subscription?',
      answer:
        'Where your subscription shows “Pause”, yes: once for each term that you buy or renew, for as many days as it offers. All that is left is kept to the second, nothing is charged, and your end and the next charge come later by as long. You cannot play meanwhile, and our Discord role rests. It goes on by itself, or sooner when you press “Resume now”. It cannot be paused while a payment is open or disputed.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'How do I stop a card payment from renewing?',
      answer:
        'Open Subscriptions in your dashboard and press “Stop” on that game, or the link in the mail that we send before each charge. The time that you have paid for stays yours, and until it ends you can turn the renewal on again at the same price. Payments in cryptocurrency never renew by themselves.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'When is my card charged again, and what happens if that fails?',
      answer:
        'Only where “Renew” was switched on at the checkout. The charge comes shortly before your time ends, so that nothing of it is lost; the day, the price and the card stand under Subscriptions, and a mail tells you in advance. If the bank declines, we try again on the following days and write to you; you can pay at once or choose another card. The price stays as it was agreed; if it is to rise, we write to you at least 30 days before the first charge that costs more.',
      link_label: 'See your cards',
      link_to: '/dashboard?t=cards',
    },
    {
      category: 'Purchases',
      question: 'Where is my receipt or invoice?',
      answer:
        'Open the order under Orders in your dashboard and press “Receipt” or “Invoice”. It is made a moment after your payment has arrived; what we give back later has a credit note on the same page.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'How do I get money back?',
      answer:
        'Open the order under Orders in your dashboard and press “Ask about this order”. What we give back goes the way it came: to the same card, where banks take a few days to show it, or in the coins that you paid, for which a mail asks you for an address. The order shows what was given back, with a credit note, and what became of its time. The refund policy says when you have a right to it.',
      link_label: 'Read the refund policy',
      link_to: '/refunds',
    },
    {
      category: 'Purchases',
      question: 'What happens when I dispute a payment at my bank?',
      answer:
        'Until your bank decides, the order says what happens to its time: as a rule it is kept and stands still, and nothing of it renews. If the bank decides that the payment was yours, you get your time back to the second. Write to us first if something is wrong: we answer sooner than a bank does.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'Where do I enter a discount code?',
      answer:
        'At checkout, in the order summary, next to the game that it is for. The new price shows at once. If a code is not taken, the line below the field says why. Most codes are for the first payment; where one holds for renewals too, the checkout says for how many charges, and what they cost after that.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'My crypto payment was late, or not quite the right amount.',
      answer:
        'Your money is not lost. A payment that comes after the hour is still recorded and delivered once the network has confirmed it. If it was too little, the order says what is missing, and the rest can be paid to it. If it was too much, a mail asks you for an address that we send the difference to. If you are unsure, write to us with the order number.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'I paid, but nothing has happened yet.',
      answer:
        'Cards are confirmed within seconds, cryptocurrencies as soon as their network has confirmed them, which can take a few minutes to an hour. The order turns green by itself. If it does not, open it under Orders and press “Ask about this order”.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Loader',
      question: 'How do I get my loader?',
      answer:
        'With an active subscription, open Loader in your dashboard and request it. We build a copy for you, which takes a moment; the page tells you when it is ready, and you download it there.',
      link_label: 'Open the loader',
      link_to: '/dashboard?t=loader',
    },
    {
      category: 'Loader',
      question: 'Do I need one loader per game?',
      answer:
        'No. One loader serves every game that you subscribe to. A game that you add later appears in it the next time you start it.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Loader',
      question: 'How do I update?',
      answer:
        'When there is a new version, your dashboard offers it, and mails you if you ask for that there. Request the loader again and replace the old file. What has changed in a game is told in the changelog on its page.',
      link_label: 'Open the loader',
      link_to: '/dashboard?t=loader',
    },
    {
      category: 'Loader',
      question: 'A game was patched and nothing works any more.',
      answer:
        'Look at the status page first: a module that is “Updating” or under “Maintenance” is being worked on and comes back by itself. If it says “Operational”, open a Technical ticket with the name of the game and what you see.',
      link_label: 'See the status',
      link_to: '/status',
    },
    {
      category: 'Loader',
      question: 'I have a new computer.',
      answer:
        'The loader is bound to the computer that you first start it on. A new part in it is no matter. For another computer open Devices in your dashboard and release the old one; if it cannot be released yet, the page says from when on, and support helps sooner. A computer that was lost or stolen is signed out there at any time.',
      link_label: 'See your devices',
      link_to: '/dashboard?t=devices',
    },
    {
      category: 'Loader',
      question: 'Is the file that I have really my loader?',
      answer:
        'Choose it under “Verify my download” on the Loader page of your dashboard. Your browser computes its checksum, and the page says whether that copy was issued to you and is unchanged. The file itself is not sent. If your loader was withdrawn, the page says that too, and you request a new one there.',
      link_label: 'Verify your download',
      link_to: '/dashboard?t=loader',
    },
    {
      category: 'Loader',
      question: 'My browser or antivirus warns about the download.',
      answer:
        'A file that was built for one person is one that nobody else has ever downloaded, and that alone makes some programs suspicious. Download it only from your dashboard, never from anyone else. If it is blocked, open a Technical ticket with the name of the program and its message.',
      link_label: 'Open the loader',
      link_to: '/dashboard?t=loader',
    },
  ],
  support_title: 'Still have a question?',
  support_text:
    'Support is there around the clock. Tell us what you tried, and we take it from there.',
}
