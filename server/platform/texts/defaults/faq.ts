import type { FaqTexts } from '#contract/platform/text-pages.ts'

export const faq: FaqTexts = {
  lead: 'Frequently asked questions about accounts, purchases and the loader.',
  questions: [
    {
      category: 'Account',
      question: 'How do I create an account?',
      answer:
        'Choose a username, enter your email address and a password, and open the link that we send you. The link verifies your address. You cannot sign in before you have opened it.',
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
        'Turn on the second factor in your profile. Signing in then requires a code from an authenticator app in addition to the password. Store the recovery codes where you can find them without your phone. Each code works once. If you lose both, write to us from the email address of your account.',
      link_label: 'Open your profile',
      link_to: '/dashboard?t=profile',
    },
    {
      category: 'Account',
      question: 'What does linking Discord do?',
      answer:
        'If this shop has a Discord server, linking gives you the roles of the games that you subscribe to, and removes them when a subscription ends. You can unlink at any time. Your subscriptions are not affected.',
      link_label: 'Open your profile',
      link_to: '/dashboard?t=profile',
    },
    {
      category: 'Account',
      question: 'How does the referral reward work?',
      answer:
        'Your dashboard has a code and a link to share. For every 3 friends who sign up with it and buy a subscription, you get a free month that you redeem yourself. The Referrals tab explains which purchases count.',
      link_label: 'See your referrals',
      link_to: '/dashboard?t=referrals',
    },
    {
      category: 'Account',
      question: 'May I share my account?',
      answer:
        'No. A subscription is for one person, and the loader that you download is made for you alone. Friends who want to play need their own account. If they sign up with your referral code, their purchases can count towards your free month.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'Which payment methods do you accept?',
      answer:
        'Credit and debit cards, and various cryptocurrencies. The checkout shows which of them are available now. Card details go straight to our payment provider and never reach our servers.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'How long can I subscribe for?',
      answer:
        'Every product page lists the terms that are available, their prices, and how much you save with a longer term. A month counts as 30 days.',
      link_label: 'Browse the store',
      link_to: '/store',
    },
    {
      category: 'Purchases',
      question: 'What happens when I renew before my subscription has ended?',
      answer:
        'The time that you buy is added to the end of your current subscription. If the subscription has already ended, the new time starts when the payment arrives.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'What happens to my time while a game is down?',
      answer:
        'The status page shows current incidents, and can email you updates. Your subscription says if its time is paused during an incident. Time can also be credited afterwards. “Why does it end?” next to a subscription lists everything that changed its end date.',
      link_label: 'Open the status page',
      link_to: '/status',
    },
    {
      category: 'Purchases',
      question: 'Can I pause a subscription?',
      answer:
        'Yes, if your subscription shows “Pause”: once for each term that you buy or renew, for up to the number of days that it offers. Your remaining time is saved, nothing is charged, and your end date and next charge are postponed by the length of the pause. You cannot play during a pause, and your Discord role is removed until it ends. The subscription resumes automatically, or sooner if you click “Resume now”. You cannot pause while a payment is pending or disputed.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'How do I stop a card payment from renewing?',
      answer:
        'Open Subscriptions in your dashboard and click “Stop” on that game, or use the link in the email that announces the charge. You keep the time that you have paid for, and until it ends you can turn the renewal on again at the same price. Payments in cryptocurrency never renew automatically.',
      link_label: 'See your subscriptions',
      link_to: '/dashboard?t=subscriptions',
    },
    {
      category: 'Purchases',
      question: 'When is my card charged again, and what happens if that fails?',
      answer:
        'Only if “Renew” was on at the checkout. Your card is charged shortly before your time ends, and the new term starts when the current one ends. Subscriptions shows the date, the price and the card, and an email announces the charge. If the bank declines it, we try again on the following days and write to you. You can pay immediately or choose another card. The price stays the same unless we write to you at least 30 days before the first charge at a higher price.',
      link_label: 'See your cards',
      link_to: '/dashboard?t=cards',
    },
    {
      category: 'Purchases',
      question: 'Where is my receipt or invoice?',
      answer:
        'Open the order under Orders in your dashboard and click “Receipt” or “Invoice”. It is created shortly after your payment has arrived. Refunds have a credit note on the same page.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'How do I get money back?',
      answer:
        'Open the order under Orders in your dashboard and click “Request a Refund”. The refund policy says when you can get a refund. Refunds go to the same card, which can take the bank a few days, or are returned in the coins that you paid, for which an email asks you for an address. The order then shows the refund, its credit note, and what happened to its time.',
      link_label: 'Read the refund policy',
      link_to: '/refunds',
    },
    {
      category: 'Purchases',
      question: 'What happens when I dispute a payment at my bank?',
      answer:
        'The order says what happens to its time until your bank decides. The time is usually paused, and renewals stop. If the bank decides that the payment was yours, your time is restored. If something is wrong with an order, you can also open a ticket first.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'Where do I enter a discount code?',
      answer:
        'At checkout, in the order summary, next to the game that the code is for. The summary then shows the new price. If a code is not accepted, the line below the field says why. If a code also applies to renewals, the checkout says to how many charges, and what the charges after them cost.',
      link_label: '',
      link_to: '',
    },
    {
      category: 'Purchases',
      question: 'My crypto payment was late, or not quite the right amount.',
      answer:
        'A late payment is still recorded once the network has confirmed it. The order says if something is missing, for example because the price has changed since, and lets you pay the difference. If you overpaid by more than a small amount, the order and an email say how to get the difference back. If you are unsure, write to us with the order number.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Purchases',
      question: 'I paid, but nothing has happened yet.',
      answer:
        'Card payments are usually confirmed within seconds. Cryptocurrencies need the confirmation of their network, which can take from a few minutes to over an hour. The order page updates automatically. If it does not, open the order under Orders and click “Ask about this order”.',
      link_label: 'See your orders',
      link_to: '/dashboard?t=orders',
    },
    {
      category: 'Loader',
      question: 'How do I get my loader?',
      answer:
        'With an active subscription, open Loader in your dashboard and request it. We build a copy for you, and the page tells you when you can download it.',
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
        'Your dashboard offers a new version when there is one. You can also ask for an email about new versions. Request the loader again and replace the old file. The changelog on a game’s page lists what has changed.',
      link_label: 'Open the loader',
      link_to: '/dashboard?t=loader',
    },
    {
      category: 'Loader',
      question: 'A game was patched and nothing works any more.',
      answer:
        'Look at the status page first: a module with the state “Updating” or “Maintenance” is not available at the moment. If the state is “Operational”, open a Technical ticket with the name of the game and what you see.',
      link_label: 'See the status',
      link_to: '/status',
    },
    {
      category: 'Loader',
      question: 'I have a new computer.',
      answer:
        'The loader is bound to the devices that you link. To use another computer, open Devices in your dashboard and release the old one. If it cannot be released yet, the page says when it can. You can sign out a lost or stolen computer there at any time. Replacing a single part of a computer usually does not matter.',
      link_label: 'See your devices',
      link_to: '/dashboard?t=devices',
    },
    {
      category: 'Loader',
      question: 'Is the file that I have really my loader?',
      answer:
        'Choose the file under “Verify my download” on the Loader page of your dashboard. Your browser computes its checksum, and the page says whether that copy was issued to you and is unchanged. The file itself is not uploaded. If your loader was revoked, the page says so, and you can request a new one there.',
      link_label: 'Verify your download',
      link_to: '/dashboard?t=loader',
    },
    {
      category: 'Loader',
      question: 'My browser or antivirus warns about the download.',
      answer:
        'Your loader is built for you, so no one else has ever downloaded the same file. Some programs warn about files that they have not seen before. Download the loader only from your dashboard, never from anyone else. If it is blocked, open a Technical ticket with the name of the program and its message.',
      link_label: 'Open the loader',
      link_to: '/dashboard?t=loader',
    },
  ],
  support_title: 'Still have a question?',
  support_text: 'Open a ticket, and tell us what you tried and what happened.',
}
