import { subscriptionMails } from '#server/access/subscriptions/mails.ts'
import { deviceMails } from '#server/licensing/devices/mails.ts'
import { releaseMails } from '#server/licensing/releases/mails.ts'
import { creditMails } from '#server/outages/credits/mails.ts'
import { incidentMails } from '#server/outages/incidents/mails.ts'
import { staffUserMails } from '#server/people/staff-users/mails.ts'
import { ticketMails } from '#server/people/tickets/mails.ts'
import { healthMails } from '#server/platform/health/mails.ts'
import type { Rerenders } from '#server/platform/mail/rerender.ts'
import { sessionMails } from '#server/platform/sessions/mails.ts'
import { disputeMails } from '#server/selling/disputes/mails.ts'
import { documentMails } from '#server/selling/documents/mails.ts'
import { orderMails } from '#server/selling/orders/mails.ts'
import { payoutMails } from '#server/selling/payouts/mails.ts'
import { priceChangeMails } from '#server/selling/price-changes/mails.ts'
import { refundMails } from '#server/selling/refunds/mails.ts'
import { renewalMails } from '#server/selling/renewals/mails.ts'

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
