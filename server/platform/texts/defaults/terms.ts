import type { LegalTexts } from '#contract/platform/text-pages.ts'

/** Describes what this software does. Makes no promise that depends on the operator. */
export const terms: LegalTexts = {
  body: `## Who you deal with

{shop} at {site} is run by {seller}. “We” means {seller}; “you” means anyone who has an account here or buys something. Our contact details are at the end of this page.

## Your account

You need an account to buy. Use an email address that is yours and keep your password to yourself. An account and everything bought with it are for one person. You may not share, sell or transfer them.

To have your account deleted, write to us in a support ticket. We keep paid orders where the law requires it.

## What you buy

A subscription lets you use our software for one game, for the time that you paid for. It is not a sale of the software. A month counts as 30 days and twelve months as 365. Time that you buy while a subscription is active is added at its end.

The loader that you download is made for you alone and is bound to the devices that you link. You manage them under Devices in your dashboard.

## Prices and payment

The price that is shown when you order applies. The contract is concluded when your payment is confirmed; we then confirm it by email. A payment in cryptocurrency that arrives late or is too small is recorded for your order, and the order shows what is missing.

If you choose a subscription that renews, the checkout says what your card will be charged and when, and an email announces each charge. The price stays the same unless we announce a new one at least 30 days ahead. You can stop a renewal at any time under Subscriptions in your dashboard or with the link in that email. You keep the time that you have paid for.

## What we ask of you

Do not pass the software on, do not take it apart where the law does not allow it, and do not use it to harm others or our service. Follow the rules of the games that you play. What a publisher allows is between you and the publisher, and we are not responsible for what a publisher decides about your account with them.

If you break these rules, we may close your account.

## When something does not work

Game updates can affect our software. The status page shows the current state of each game. If something that you paid for does not work, write to us in a support ticket. The refund policy describes refunds.

## Liability

Our liability is governed by the law that applies to this contract. Nothing in these terms limits the rights that you have as a consumer in the country where you live.

## When these terms change

The version that you accepted applies to what you bought under it, and stays readable. What you buy later is subject to the version that you accept then.`,
}
