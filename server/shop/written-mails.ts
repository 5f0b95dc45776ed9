import { giftMailTexts } from '#server/access/subscriptions/gift-mail-texts.ts'
import { subscriptionMailTexts } from '#server/access/subscriptions/mail-texts.ts'
import { releaseMailTexts } from '#server/licensing/releases/mail-texts.ts'
import { creditMailTexts } from '#server/outages/credits/mail-texts.ts'
import { incidentMailTexts } from '#server/outages/incidents/mail-texts.ts'
import { staffUserMailTexts } from '#server/people/staff-users/mail-texts.ts'
import { ticketMailTexts } from '#server/people/tickets/mail-texts.ts'
import { sessionMailTexts } from '#server/platform/sessions/mail-texts.ts'
import { register } from '#server/platform/texts/written-mails.ts'
import { disputeMailTexts } from '#server/selling/disputes/mail-texts.ts'
import { documentMailTexts } from '#server/selling/documents/mail-texts.ts'
import { orderMailTexts } from '#server/selling/orders/mail-texts.ts'
import { payoutMailTexts } from '#server/selling/payouts/mail-texts.ts'
import { priceChangeMailTexts } from '#server/selling/price-changes/mail-texts.ts'
import { refundMailTexts } from '#server/selling/refunds/mail-texts.ts'
import { renewalMailTexts } from '#server/selling/renewals/mail-texts.ts'

/** The mails of every domain whose texts staff can edit. */
register({
  ...sessionMailTexts,
  ...staffUserMailTexts,
  ...orderMailTexts,
  ...refundMailTexts,
  ...payoutMailTexts,
  ...disputeMailTexts,
  ...documentMailTexts,
  ...renewalMailTexts,
  ...priceChangeMailTexts,
  ...subscriptionMailTexts,
  ...giftMailTexts,
  ...ticketMailTexts,
  ...incidentMailTexts,
  ...releaseMailTexts,
  ...creditMailTexts,
})
