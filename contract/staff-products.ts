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
import { line } from './text.ts'
import { money, pathId } from './wire.ts'

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
  'A price is between 0 and 10,000 dollars',
)
const discordRoleId = z
  .string()
  .trim()
  .regex(/^(\d{17,20})?$/, 'A role ID is the number that Discord shows, 17 to 20 digits')
  .nullable()
  .transform((role) => role || null)
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
    result: z.object({ products: z.array(staffProduct), total: z.int() }),
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
    description: 'Only the fields that change; others than these are refused.',
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
