import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import {
  imageBodyLimit,
  imageUpload,
  linkedPictureRefusals,
  pictureRefusals,
} from '#contract/wire/image-upload.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { mostPlans } from '#contract/wire/terms.ts'
import { line } from '#contract/wire/text.ts'
import { money, pathId, plan, timestamp } from '#contract/wire/wire.ts'
import { category, productDetails } from './product-details.ts'
import { product } from './products.ts'

export const planPrice = money.refine(
  (cents) => cents >= 0 && cents <= 10_000_000,
  'A price can be at most 100,000',
)

const planShape = {
  plan,
  savings: z
    .int()
    .min(0, 'Enter a saving from 0 to 90 percent')
    .max(90, 'Enter a saving from 0 to 90 percent')
    .nullable()
    .meta({ description: 'Percent below the monthly price; null if the plan has its own price' }),
  price: planPrice
    .nullable()
    .meta({ description: 'Price of the whole term; null if the plan has a saving' }),
  popular: z.boolean(),
}

/** A plan with a fixed price, or with a saving in percent. */
const productPlan = z
  .object(planShape)
  .refine(({ savings, price }) => (savings === null) !== (price === null), {
    path: ['price'],
    message: 'Enter a price or a saving',
  })
  .refine(({ plan, price }) => plan !== 'lifetime' || price !== null, {
    path: ['price'],
    message: 'A lifetime plan needs a price',
  })
  .refine(({ plan, savings }) => plan !== '1m' || savings === 0, {
    path: ['savings'],
    message: 'The one-month plan always costs the monthly price',
  })

const plans = z
  .array(productPlan)
  .min(1, 'A product needs at least one plan')
  .max(mostPlans, `At most ${mostPlans} plans`)
  .refine((all) => new Set(all.map(({ plan }) => plan)).size === all.length, {
    message: 'Each plan can only be added once',
  })
  .refine((all) => all.filter(({ popular }) => popular).length < 2, {
    message: 'Only one plan can be the most popular',
  })
  .nullable()
  .meta({
    description: 'The plans in display order; null if the product has the four default plans',
  })

const sale = z
  .object({
    percent: z
      .int()
      .min(1, 'A sale must take off 1 to 90 percent')
      .max(90, 'A sale must take off 1 to 90 percent'),
    from: timestamp,
    to: timestamp,
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end must be after the start' })
  .nullable()
  .meta({ description: 'Discount on every plan for a period' })

/** A product as staff see it. */
export const staffProduct = product
  .extend({
    discordRoleId: z
      .string()
      .nullable()
      .meta({ description: 'Discord role for its customers', example: '120000000000000001' }),
    in_use: z
      .boolean()
      .meta({ description: 'It has orders or subscriptions, so deleting archives it instead' }),
    plans: z
      .array(z.object(planShape))
      .nullable()
      .meta({ description: 'Its own plans; null for the four default plans' }),
    endsIn99: z
      .boolean()
      .meta({ description: 'Prices from a saving are rounded up to the next 99 cents' }),
    deviceLimit: z.int().meta({ description: 'Maximum number of devices of a customer' }),
    sessionLimit: z
      .int()
      .meta({ description: 'Maximum number of devices in use at the same time' }),
    offlineHours: z.int().meta({ description: 'How long a loader works offline' }),
    loaderOffline: z.boolean().meta({ description: 'No loader may run it right now' }),
    planned_sale: z
      .object({ percent: z.int(), from: timestamp, to: timestamp })
      .nullable()
      .meta({ description: 'Scheduled, running or over' }),
    ...productDetails.shape,
    revision,
  })
  .meta({ id: 'StaffProduct' })
export type StaffProduct = z.input<typeof staffProduct>

const name = line(120, 'Enter a name')
const description = z
  .string()
  .max(50_000, 'A description can have at most 50,000 characters')
  .meta({ description: 'Markdown' })
const price = money.refine(
  (cents) => cents >= 0 && cents <= 1_000_000,
  'Enter a price from 0 to 10,000',
)
const discordRoleId = z
  .string()
  .trim()
  .regex(/^(\d{17,20})?$/, 'A role ID is the number that Discord shows, with 17 to 20 digits')
  .nullable()
  .transform((role) => role || null)
const { included, requirements, screenshots } = productDetails.shape
const limit = z.int().min(1, 'From 1 to 5').max(5, 'From 1 to 5')
const wholeHours = 'Enter a whole number from 0 to 168'
const offlineHours = z.int(wholeHours).min(0, wholeHours).max(168, wholeHours)
const imageUrl = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .meta({ description: 'URL of the picture. It is downloaded once and then stored' })

const unknown = { unknown_product: productRefusals.unknown_product }
const unknownImage = { unknown_image: productRefusals.unknown_image }

export const staffProducts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/games/',
    who: 'staff',
    can: 'manage_products',
    summary: 'List all products',
    description: 'Includes hidden and disabled products, in store order.',
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'Part of the name' }),
    }),
    result: z.object({ games: z.array(staffProduct), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/games/{id}',
    who: 'staff',
    can: 'manage_products',
    summary: 'Read a product with its staff settings',
    params: z.object({ id: pathId }),
    result: staffProduct,
    refusals: unknown,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/games/',
    who: 'staff',
    can: 'manage_products',
    summary: 'Add a product',
    description:
      'It is added at the end of the store. Its slug is created from the name. The picture is uploaded (`image`) or downloaded from `imageUrl`, from public addresses only; it is decoded and re-encoded.',
    bodyLimit: imageBodyLimit,
    body: z
      .object({
        name,
        description: description.default(''),
        price,
        image: imageUpload.optional(),
        imageUrl: imageUrl.optional(),
        disabled: z.boolean().default(false),
        hidden: z.boolean().default(false),
        discordRoleId: discordRoleId.default(null),
        plans: plans.default(null),
        endsIn99: z.boolean().default(false),
        deviceLimit: limit.default(1),
        sessionLimit: limit.default(1),
        offlineHours: offlineHours.default(0),
        loaderOffline: z.boolean().default(false),
        featured: z.boolean().default(false),
        category: category.nullable().default(null),
        popular: z.boolean().default(false),
        included: included.default([]),
        requirements: requirements.default([]),
        screenshots: screenshots.default([]),
        planned_sale: sale.default(null),
      })
      .refine(({ image, imageUrl }) => image !== undefined || imageUrl !== undefined, {
        path: ['imageUrl'],
        message: 'Enter the URL of an image, or upload one',
      }),
    result: staffProduct,
    status: 201,
    refusals: { ...unknownImage, ...pictureRefusals, ...linkedPictureRefusals },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/games/{id}',
    who: 'staff',
    can: 'manage_products',
    summary: 'Change a product',
    description:
      'Send only the fields to change; unknown fields are refused. One product is featured: the landing page shows its plans.',
    bodyLimit: imageBodyLimit,
    params: z.object({ id: pathId }),
    body: z.strictObject({
      name: name.optional(),
      price: price.optional(),
      description: description.optional(),
      disabled: z.boolean().optional(),
      hidden: z.boolean().optional(),
      image: imageUpload.optional(),
      discordRoleId: discordRoleId.optional(),
      plans: plans.optional(),
      endsIn99: z.boolean().optional(),
      deviceLimit: limit.optional(),
      sessionLimit: limit.optional(),
      offlineHours: offlineHours.optional(),
      loaderOffline: z.boolean().optional(),
      featured: z.boolean().optional(),
      category: category.nullable().optional(),
      popular: z.boolean().optional(),
      included: included.optional(),
      requirements: requirements.optional(),
      screenshots: screenshots.optional(),
      planned_sale: sale.optional(),
      revision: seenRevision,
    }),
    result: staffProduct,
    refusals: { ...unknown, ...unknownImage, ...revisionRefusals, ...pictureRefusals },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/games/{id}',
    who: 'staff',
    can: 'manage_products',
    summary: 'Delete a product, or archive it',
    description:
      'A product with orders or subscriptions is archived, that is disabled and hidden. Any other is deleted with its discount codes.',
    params: z.object({ id: pathId }),
    result: z.object({ archived: z.boolean() }),
    refusals: unknown,
  }),
}
