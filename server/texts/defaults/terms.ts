import type { LegalTexts } from '#contract/text-pages.ts'

/** A beginning that fits what this software does; no lawyer has seen it. */
export const terms: LegalTexts = {
  body: `> These are the terms that the software of this shop comes with. Law differs by country: whoever runs {shop} should have them checked, and write their own.

## Who you deal with

{shop} at {site} is run by {seller}. “We” means {seller}; “you” means whoever has an account here or buys something. How to reach us stands at the end of this page.

## Your account

You need an account to buy. Give an email address that is yours and keep your password to yourself. An account and what was bought with it are for one person and are not passed on, sold or shared.

You can have your account deleted at any time; write to us in a support ticket. Orders that were paid for are kept where the law demands it.

## What you buy

A subscription lets you use our software for one game, for the time that you paid for. It is not a sale of the software. A month counts as 30 days and twelve months as 365. Time that you buy while a subscription runs is added at its end.

The loader that you download is made for you alone and is bound to one computer. You release it for another one yourself, under Devices in your dashboard.

## Prices and payment

Prices are those shown when you order. The contract comes about when your payment has been confirmed; we then confirm it by mail. A payment in cryptocurrency that comes late or falls short is kept for your order.

Where you choose that a subscription renews, the checkout says what your card will be charged and when, and a mail reminds you before each charge. The price stays the same unless we announce another one at least 30 days ahead. You can stop a renewal at any time under Subscriptions in your dashboard or by the link in that mail; the time that you have paid for stays yours.

## What we ask of you

Do not pass the software on, take it apart where the law does not allow it, or use it to harm others or our service. Follow the rules of the games that you play: what a game’s publisher allows is between you and the publisher, and we cannot answer for what they decide about your account with them.

If you break these rules in a way that matters, we may close your account. You are told why, and can answer.

## When something does not work

Games are patched, and our software has to follow. The status page says what works at the moment. When something that you paid for does not work for longer than it should, write to us: the refund policy says what you can expect.

## What we answer for

We answer without limit for harm that we cause on purpose or by gross negligence, for harm to life and health, and wherever the law says that this cannot be limited. For the rest we answer only for the breach of duties that the contract depends on, up to what is typical and could be foreseen.

Nothing here takes from you what the law of the country where you live gives you as a consumer.

## When these terms change

The edition that you accepted counts for what you bought under it, and stays readable. For what you buy later, the edition counts that you accept then.`,
}
