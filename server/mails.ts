import { creditMails } from './credits/mails.ts'
import { deviceMails } from './devices/mails.ts'
import { disputeMails } from './disputes/mails.ts'
import { documentMails } from './documents/mails.ts'
import { healthMails } from './health/mails.ts'
import { incidentMails } from './incidents/mails.ts'
import type { Rerenders } from './mail/rerender.ts'
import { orderMails } from './orders/mails.ts'
import { payoutMails } from './payouts/mails.ts'
import { priceChangeMails } from './price-changes/mails.ts'
import { refundMails } from './refunds/mails.ts'
import { releaseMails } from './releases/mails.ts'
import { renewalMails } from './renewals/mails.ts'
import { sessionMails } from './sessions/mails.ts'
import { staffUserMails } from './staff-users/mails.ts'
import { subscriptionMails } from './subscriptions/mails.ts'
import { ticketMails } from './tickets/mails.ts'

/** The mails of every domain, with the function that renders each one again. */
export const rerenders = {
  ...sessionMails,
  ...staffUserMails,
  ...orderMails,
  ...refundMails,
  ...payoutMails,
  ...disputeMails,
  ...documentMails,
  ...renewalMails,
  ...priceChangeMails,
  ...subscriptionMails,
  ...ticketMails,
  ...healthMails,
  ...deviceMails,
  ...incidentMails,
  ...releaseMails,
  ...creditMails,
  'campaign-test': null,
  'text-test': null,
} satisfies Rerenders
