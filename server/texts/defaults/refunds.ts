import type { LegalTexts } from '#contract/text-pages.ts'

/** A beginning that promises what most laws ask for; no lawyer has seen it. */
export const refunds: LegalTexts = {
  body: `> This is the refund policy that the software of this shop comes with. Law differs by country: whoever runs {shop} should have it checked, and write their own.

## What you can ask for

If something that you bought does not work and we cannot mend it within a reasonable time, you get your money back for the time that you could not use.

If you bought something by mistake and have not started it, tell us within 14 days and you get all of it back.

## The right to withdraw

In many countries, among them those of the European Union, consumers can withdraw from a purchase online within 14 days without a reason. For digital services that right can end once you have asked us to begin at once and we have done so; what you used until then is paid for in part. Where the law where you live gives you more than this page, you have it.

To withdraw, a clear sentence is enough: “I withdraw from order …”, with the number of the order, in a support ticket or to {contact}.

## How to ask

Open a ticket in the category “Billing” and name the order. You find its number under Orders in your dashboard. We answer within a few days.

## How the money goes back

Refunds go the way that the money came, and to the same card. For a payment in cryptocurrency we ask you for an address and send back the coins that you paid, of a part of the price the same part of them, whatever they are worth by then; what the network charges may be taken off.

The time that a refunded order gave is taken back.

## What is not refunded

Time that you used without trouble, subscriptions that were ended because the rules of the terms were broken, and free months from referrals or vouchers.`,
}
