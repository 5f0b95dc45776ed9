import { creditMailTexts } from './credits/mail-texts.ts'
import { disputeMailTexts } from './disputes/mail-texts.ts'
import { documentMailTexts } from './documents/mail-texts.ts'
import { incidentMailTexts } from './incidents/mail-texts.ts'
import { orderMailTexts } from './orders/mail-texts.ts'
import { payoutMailTexts } from './payouts/mail-texts.ts'
import { priceChangeMailTexts } from './price-changes/mail-texts.ts'
import { refundMailTexts } from './refunds/mail-texts.ts'
import { releaseMailTexts } from './releases/mail-texts.ts'
import { renewalMailTexts } from './renewals/mail-texts.ts'
import { sessionMailTexts } from './sessions/mail-texts.ts'
import { staffUserMailTexts } from './staff-users/mail-texts.ts'
import { giftMailTexts } from './subscriptions/gift-mail-texts.ts'
import { subscriptionMailTexts } from './subscriptions/mail-texts.ts'
import { register } from './texts/written-mails.ts'
import { ticketMailTexts } from './tickets/mail-texts.ts'

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
