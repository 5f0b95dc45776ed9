import * as z from 'zod'
import { discountType } from '#contract/catalogue/discounts.ts'
import { productDetails } from '#contract/catalogue/product-details.ts'
import { timestamp } from '#contract/wire/wire.ts'
import { shopEvent } from './event.ts'

const product = z.int()
const revision = z.int()

const state = z.object({
  name: z.string(),
  slug: z.string(),
  /** In the shop’s currency, per month. */
  price: z.number(),
  /** The beginning of the description. */
  description: z.string(),
  disabled: z.boolean(),
  hidden: z.boolean(),
  image: z.int().nullable(),
  discordRoleId: z.string().nullable(),
  /** Null: the four default plans. */
  plans: z
    .array(
      z.object({
        plan: z.string(),
        savings: z.int().nullable(),
        price: z.number().nullable(),
        popular: z.boolean(),
      }),
    )
    .nullable(),
  endsIn99: z.boolean(),
  deviceLimit: z.int(),
  sessionLimit: z.int(),
  offlineHours: z.int(),
  loaderOffline: z.boolean(),
  featured: z.boolean(),
  category: z.string().nullable(),
  popular: z.boolean(),
  ...productDetails.shape,
  sale: z.object({ percent: z.int(), from: timestamp, to: timestamp }).nullable(),
})
const changes = { before: state.partial(), after: state.partial() }
const sample = {
  name: 'Counter-Strike 2',
  slug: 'counter-strike-2',
  price: 17.99,
  description: 'Sees what you do not.',
  disabled: false,
  hidden: false,
  image: 12,
  discordRoleId: null,
  plans: null,
  endsIn99: false,
  deviceLimit: 1,
  sessionLimit: 1,
  offlineHours: 0,
  loaderOffline: false,
  featured: false,
  category: 'Shooter',
  popular: false,
  included: ['Updates for every patch of the game'],
  requirements: [{ label: 'Windows', value: '10 or 11, 64 bit' }],
  screenshots: [],
  sale: null,
}

const codes = z.object({
  /** The first of the codes. */
  codes: z.array(
    z.object({
      code: z.string(),
      gid: product,
      type: discountType,
      amount: z.number(),
      start_date: timestamp,
      end_date: timestamp,
      max_uses: z.int(),
      max_per_customer: z.int(),
      /** Cents. */
      min_order: z.int(),
      first_order: z.boolean(),
      renewals: z.int(),
      used_count: z.int(),
    }),
  ),
  count: z.int(),
})
const sampleCodes = {
  codes: [
    {
      code: 'SPRING-25',
      gid: 7,
      type: 1 as const,
      amount: 25,
      start_date: new Date('2026-03-01T00:00:00Z'),
      end_date: new Date('2026-06-01T00:00:00Z'),
      max_uses: 100,
      max_per_customer: 1,
      min_order: 0,
      first_order: false,
      renewals: 3,
      used_count: 0,
    },
  ],
  count: 1,
}

export const productEvents = {
  'product.added': shopEvent({
    message: 'Product added',
    data: z.object({ product, after: state }),
    sample: { product: 7, after: sample },
  }),
  'product.changed': shopEvent({
    message: 'Product changed',
    data: z.object({ product, name: z.string(), revision, ...changes }),
    sample: {
      product: 7,
      name: sample.name,
      revision: 4,
      before: { price: 17.99 },
      after: { price: 19.99 },
    },
  }),
  'product.archived': shopEvent({
    message: 'Product archived',
    data: z.object({ product, name: z.string(), revision, ...changes }),
    sample: {
      product: 7,
      name: sample.name,
      revision: 5,
      before: { disabled: false, hidden: false },
      after: { disabled: true, hidden: true },
    },
  }),
  'product.deleted': shopEvent({
    message: 'Product deleted',
    data: z.object({ product, name: z.string(), before: state }),
    sample: { product: 7, name: sample.name, before: sample },
  }),
  'discount.added': shopEvent({
    message: 'Discount codes added',
    data: codes,
    sample: sampleCodes,
  }),
  'discount.removed': shopEvent({
    message: 'Discount codes removed',
    data: codes,
    sample: sampleCodes,
  }),
}
