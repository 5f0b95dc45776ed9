import { discord } from '#server/access/discord/domain.ts'
import { subscriptions } from '#server/access/subscriptions/domain.ts'
import { blog } from '#server/catalogue/blog/domain.ts'
import { discounts } from '#server/catalogue/discounts/domain.ts'
import { products } from '#server/catalogue/products/domain.ts'
import { kernelRetention } from '#server/kernel/database/retention.ts'
import { migrationJobs } from '#server/kernel/migrations/background-migrations.ts'
import { devices } from '#server/licensing/devices/domain.ts'
import { evidence } from '#server/licensing/evidence/domain.ts'
import { loader } from '#server/licensing/loader/domain.ts'
import { loaderApi } from '#server/licensing/loader-api/domain.ts'
import { pairings } from '#server/licensing/pairings/domain.ts'
import { releases } from '#server/licensing/releases/domain.ts'
import { revocations } from '#server/licensing/revocations/domain.ts'
import { traces } from '#server/licensing/traces/domain.ts'
import { credits } from '#server/outages/credits/domain.ts'
import { incidents } from '#server/outages/incidents/domain.ts'
import { status } from '#server/outages/status/domain.ts'
import { campaigns } from '#server/people/campaigns/domain.ts'
import { cannedReplies } from '#server/people/canned-replies/domain.ts'
import { staffUsers } from '#server/people/staff-users/domain.ts'
import { tickets } from '#server/people/tickets/domain.ts'
import { apiKeys } from '#server/platform/api-keys/domain.ts'
import { backups } from '#server/platform/backups/domain.ts'
import { brand } from '#server/platform/brand/domain.ts'
import type { Domain } from '#server/platform/domain.ts'
import { events } from '#server/platform/events/domain.ts'
import { registerFollowers } from '#server/platform/events/followers.ts'
import { health } from '#server/platform/health/domain.ts'
import { logs } from '#server/platform/logs/domain.ts'
import { mail } from '#server/platform/mail/domain.ts'
import { media } from '#server/platform/media/domain.ts'
import { services } from '#server/platform/services/domain.ts'
import { sessions } from '#server/platform/sessions/domain.ts'
import { settings } from '#server/platform/settings/domain.ts'
import { taxes } from '#server/platform/taxes/domain.ts'
import { registerMails } from '#server/platform/texts/declared-mails.ts'
import { texts } from '#server/platform/texts/domain.ts'
import { cards } from '#server/selling/cards/domain.ts'
import { disputes } from '#server/selling/disputes/domain.ts'
import { documents } from '#server/selling/documents/domain.ts'
import { orders } from '#server/selling/orders/domain.ts'
import { payments } from '#server/selling/payments/domain.ts'
import { payouts } from '#server/selling/payouts/domain.ts'
import { priceChanges } from '#server/selling/price-changes/domain.ts'
import { referrals } from '#server/selling/referrals/domain.ts'
import { refunds } from '#server/selling/refunds/domain.ts'
import { renewals } from '#server/selling/renewals/domain.ts'
import { staffPayments } from '#server/selling/staff-payments/domain.ts'
import { overview } from './overview/domain.ts'
import { retention } from './retention/domain.ts'
import { setup } from './setup/domain.ts'

const kernel: Domain = { jobs: migrationJobs, retention: kernelRetention }

/** Every domain of the shop, from the lowest group to the highest. */
export const domains: readonly Domain[] = [
  kernel,
  sessions,
  settings,
  services,
  brand,
  texts,
  media,
  mail,
  taxes,
  apiKeys,
  backups,
  health,
  events,
  logs,
  subscriptions,
  discord,
  products,
  discounts,
  blog,
  loader,
  releases,
  loaderApi,
  pairings,
  devices,
  evidence,
  revocations,
  traces,
  orders,
  payments,
  documents,
  staffPayments,
  cards,
  refunds,
  payouts,
  disputes,
  renewals,
  priceChanges,
  referrals,
  status,
  incidents,
  credits,
  tickets,
  cannedReplies,
  staffUsers,
  campaigns,
  overview,
  setup,
  retention,
]

export const jobs = domains.flatMap((domain) => domain.jobs ?? [])

/** The code below the domains cannot import them. Call it before events or mails are written. */
export function declareDomains() {
  registerFollowers(domains.flatMap(({ followers = [] }) => followers))
  registerMails(domains.flatMap(({ mails = [] }) => mails))
}
