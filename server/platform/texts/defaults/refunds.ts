import type { LegalTexts } from '#contract/platform/text-pages.ts'

/** Describes how refunds work. The law and the operator decide when a refund is due. */
export const refunds: LegalTexts = {
  body: `## When you can get a refund

You can ask for a refund of any order. We decide each request individually. If the law where you live gives you a right to a refund, you have it, whatever this page says.

## The right to withdraw

In many countries, including those of the European Union, consumers can withdraw from an online purchase within 14 days without giving a reason. For digital services, this right can end once you have asked for the service to start immediately and it has been provided. If the service has been provided in part, the law may require you to pay for that part.

To withdraw, a clear statement is enough: “I withdraw from order …”, with the order number, in a support ticket or to {contact}.

## How to ask

Open the order under Orders in your dashboard and click “Request a Refund”. You can also open a ticket in the category “Billing” and name the order.

## How refunds are paid

A refund goes to the payment method that was used. Card payments are refunded to the same card. For a payment in cryptocurrency, we ask you for an address and return the coins that you paid, or the same share of them for a partial refund. Their value may have changed since the payment, and network fees may be deducted.

A refund revokes the time that the order gave.

## What is usually not refunded

Unless the law requires it, we do not usually refund time that you used without problems, subscriptions that ended because the terms were broken, or free months from referrals or vouchers.`,
}
