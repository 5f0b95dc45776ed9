import * as z from 'zod'
import { emailAddressOrNothing } from '#contract/wire/email-address.ts'

/** Stripe's limits in characters: for one field, and for all fields together. */
export const mostEvidence = 20_000
export const mostOfAllEvidence = 150_000

/** Reasons of disputes about a refund that the customer expected. */
const refundExpected = [
  'credit_not_processed',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
]

/**
 * The evidence sent to the bank, by Stripe's field names. Fields with `rows` are multi-line. Fields
 * with `reasons` matter only for disputes with these reasons.
 */
export const evidenceFields = [
  { name: 'product_description', label: 'Product', rows: 4 },
  { name: 'service_date', label: 'Delivery date' },
  { name: 'customer_name', label: 'Customer' },
  { name: 'customer_email_address', label: 'Email address' },
  { name: 'customer_purchase_ip', label: 'IP address at checkout' },
  { name: 'access_activity_log', label: 'Sign-ins, downloads, devices and usage', rows: 12 },
  { name: 'refund_policy_disclosure', label: 'Accepted terms and refund policy', rows: 6 },
  {
    name: 'refund_refusal_explanation',
    label: 'Why no refund is due',
    rows: 4,
    reasons: refundExpected,
  },
  {
    name: 'cancellation_policy_disclosure',
    label: 'How the renewal was announced',
    rows: 4,
    reasons: ['subscription_canceled'],
  },
  {
    name: 'cancellation_rebuttal',
    label: 'Why the renewal was not canceled',
    rows: 4,
    reasons: ['subscription_canceled'],
  },
  {
    name: 'duplicate_charge_explanation',
    label: 'Why it is not a duplicate charge',
    rows: 4,
    reasons: ['duplicate'],
  },
  {
    name: 'uncategorized_text',
    label: 'Receipt, 3-D Secure, tickets and other evidence',
    rows: 12,
  },
] as const
export type EvidenceField = (typeof evidenceFields)[number]['name']

/** Reasons that say which evidence the bank needs. With any other reason, all fields may matter. */
const specific = new Set(['duplicate', 'fraudulent', 'unrecognized', ...refundExpected])

/** Whether a field matters for a dispute with this reason of Stripe's. */
export const isNeededFor = (reason: string, field: (typeof evidenceFields)[number]) =>
  !('reasons' in field) ||
  !specific.has(reason) ||
  (field.reasons as readonly string[]).includes(reason)

const texts = Object.fromEntries(
  evidenceFields.map(({ name, ...field }) => [
    name,
    z
      .string()
      .trim()
      .max(
        'rows' in field ? mostEvidence : 500,
        `Please use at most ${'rows' in field ? mostEvidence : 500} characters`,
      ),
  ]),
) as Record<EvidenceField, z.ZodString>

export const evidence = z
  .strictObject(texts)
  .partial()
  .meta({ description: 'Keys are Stripe’s field names; empty texts are left out' })
export type Evidence = z.output<typeof evidence>

/** A date, or a date with a time, as the shop writes them itself: `2026-11-24 18:30:00 UTC`. */
const dateOrMoment =
  /^(\d{4}-\d\d-\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/

const isDateOrMoment = (text: string) =>
  z.iso.date().safeParse(dateOrMoment.exec(text)?.[1]).success

const isIpAddress = (text: string) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success

/**
 * Evidence as staff enter it. The bank reads these fields as facts, so a value that cannot be true
 * is refused. Stored evidence is not checked again, because it must stay readable.
 */
export const enteredEvidence = evidence
  .extend({
    service_date: texts.service_date.refine(
      (text) => text === '' || isDateOrMoment(text),
      'Enter a date such as 2026-11-24, or a date and time such as 2026-11-24 18:30 UTC',
    ),
    customer_email_address: emailAddressOrNothing,
    customer_purchase_ip: texts.customer_purchase_ip.refine(
      (text) => text === '' || isIpAddress(text),
      'Enter an IPv4 or IPv6 address such as 203.0.113.7',
    ),
  })
  .partial()

/** Total characters of all fields. */
export const lengthOf = (given: Evidence) =>
  Object.values(given).reduce((sum, text) => sum + (text?.length ?? 0), 0)
