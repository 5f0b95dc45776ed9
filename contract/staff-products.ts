import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  imageBodyLimit,
  imageUpload,
  linkedPictureRefusals,
  pictureRefusals,
} from './image-upload.ts'
import { paged, search } from './lists.ts'
import { product, productRefusals } from './products.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { mostPlans } from './terms.ts'
import { line } from './text.ts'
import { money, pathId, plan, timestamp } from './wire.ts'

export const planPrice = money.refine(
  (cents) => cents >= 0 && cents <= 10_000_000,
  'A price is at most 100,000',
)

const planShape = {
  plan,
  savings: z
    .int()
    .min(0, 'A saving is between 0 and 90 percent')
    .max(90, 'A saving is between 0 and 90 percent')
    .nullable()
    .meta({ description: 'Percent below the monthly price; null where it has a price' }),
  price: planPrice.nullable().meta({ description: 'Of the whole term; null where it saves' }),
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
    message: 'A lifetime needs a price',
  })
  .refine(({ plan, savings }) => plan !== '1m' || savings === 0, {
    path: ['savings'],
    message: 'A month costs the monthly price',
  })

const plans = z
  .array(productPlan)
  .min(1, 'A product needs a plan')
  .max(mostPlans, `At most ${mostPlans} plans`)
  .refine((all) => new Set(all.map(({ plan }) => plan)).size === all.length, {
    message: 'Each plan can be there only once',
  })
  .refine((all) => all.filter(({ popular }) => popular).length < 2, {
    message: 'One plan can be the most popular',
  })
  .nullable()
  .meta({ description: 'In the order that the shop shows; null: the four that every product has' })

const sale = z
  .object({
    percent: z
      .int()
      .min(1, 'A sale takes off 1 to 90 percent')
      .max(90, 'A sale takes off 1 to 90 percent'),
    from: timestamp,
    to: timestamp,
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end must be after the start' })
  .nullable()
  .meta({ description: 'What every plan is reduced by, from one moment to another' })

/** A product as staff see it. */
export const staffProduct = product
  .extend({
    discordRoleId: z
      .string()
      .nullable()
      .meta({ description: 'Role that its customers get', example: '120000000000000001' }),
    in_use: z
      .boolean()
      .meta({ description: 'Has orders or subscriptions: deleting archives it instead' }),
    plans: z
      .array(z.object(planShape))
      .nullable()
      .meta({ description: 'Its own plans; null: the four that every product has' }),
    endsIn99: z.boolean().meta({ description: 'What saves is rounded up to the next 99 cents' }),
    deviceLimit: z.int().meta({ description: 'On how many computers of a customer it may be' }),
    sessionLimit: z.int().meta({ description: 'On how many of them at once' }),
    offlineHours: z.int().meta({ description: 'How long a loader goes on without the shop' }),
    loaderOffline: z.boolean().meta({ description: 'No loader may run it now' }),
    planned_sale: z
      .object({ percent: z.int(), from: timestamp, to: timestamp })
      .nullable()
      .meta({ description: 'To come, running or over' }),
    revision,
  })
  .meta({ id: 'StaffProduct' })
export type StaffProduct = z.input<typeof staffProduct>

const name = line(120, 'Enter a name')
const description = z
  .string()
  .max(50_000, 'A description has at most 50,000 characters')
  .meta({ description: 'Markdown' })
const price = money.refine(
  (cents) => cents >= 0 && cents <= 1_000_000,
  'A price is between 0 and 10,000',
)
const discordRoleId = z
  .string()
  .trim()
  .regex(/^(\d{17,20})?$/, 'A role ID is the number that Discord shows, 17 to 20 digits')
  .nullable()
  .transform((role) => role || null)
const limit = z.int().min(1, 'From 1 to 5').max(5, 'From 1 to 5')
const wholeHours = 'Enter a whole number from 0 to 168'
const offlineHours = z.int(wholeHours).min(0, wholeHours).max(168, wholeHours)
const imageUrl = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .meta({ description: 'Address of the picture: fetched once, then kept by the store' })

const unknown = { unknown_product: productRefusals.unknown_product }

export const staffProducts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/games/',
    who: 'staff',
    can: 'manage_products',
    summary: 'List all products',
    description: 'Hidden and disabled ones too, in the order of the store.',
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
    summary: 'Read one product as staff see it',
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
      'It comes last in the store. Its slug is made from the name. The picture is uploaded (`image`) or fetched from `imageUrl`, public addresses only; it is decoded and encoded anew.',
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
        planned_sale: sale.default(null),
      })
      .refine(({ image, imageUrl }) => image !== undefined || imageUrl !== undefined, {
        path: ['imageUrl'],
        message: 'Enter the address of an image, or upload one',
      }),
    result: staffProduct,
    status: 201,
    refusals: { ...pictureRefusals, ...linkedPictureRefusals },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/games/{id}',
    who: 'staff',
    can: 'manage_products',
    summary: 'Change a product',
    description:
      'Only the fields that change; others than these are refused. One product is featured: the landing page shows its plans.',
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
      planned_sale: sale.optional(),
      revision: seenRevision,
    }),
    result: staffProduct,
    refusals: { ...unknown, ...revisionRefusals, ...pictureRefusals },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/games/{id}',
    who: 'staff',
    can: 'manage_products',
    summary: 'Delete a product, or archive it',
    description:
      'One with orders or subscriptions is archived: disabled and hidden. Any other is deleted with its discount codes.',
    params: z.object({ id: pathId }),
    result: z.object({ archived: z.boolean() }),
    refusals: unknown,
  }),
}
