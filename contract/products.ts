import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { mostListed } from './listed.ts'
import { refusals } from './refusals.ts'
import { id, money, pathId, term, timestamp } from './wire.ts'

/** An image in the sizes and formats that the shop serves. */
export const picture = z
  .object({
    src: z.string().meta({ description: 'Address of a WebP that every browser shows' }),
    avif: z.string().meta({ description: 'srcset of AVIF files' }),
    webp: z.string().meta({ description: 'srcset of WebP files' }),
    width: z.int().positive(),
    height: z.int().positive(),
    color: z
      .string()
      .meta({ description: 'Dominant colour, shown while it loads', example: '#1d2430' }),
  })
  .meta({ id: 'Picture' })

export const product = z
  .object({
    id,
    slug: z.string().meta({ example: 'cs2' }),
    name: z.string().meta({ example: 'Counter-Strike 2' }),
    price: money.meta({ description: 'Monthly price', example: 19.99 }),
    terms: z
      .array(
        z.object({
          months: term.term_length,
          plan: term.plan,
          popular: z.boolean().meta({ description: 'The one that is marked as ‘Most Popular’' }),
          savings: z.int().meta({ description: 'Percent below the monthly price' }),
          price: money.meta({ description: 'Price of the whole term, now' }),
          list_price: money.meta({ description: 'The same without a sale' }),
          regular_price: money
            .nullable()
            .meta({ description: 'The same at the monthly price; null of a lifetime' }),
        }),
      )
      .meta({ description: 'What each plan costs, in the order that the shop shows' }),
    sale: z
      .object({ percent: z.int(), until: timestamp })
      .nullable()
      .meta({ description: 'What every plan is reduced by at the moment; null without a sale' }),
    image: picture.nullable(),
    imageUrl: z.string().nullable().meta({ description: 'The same picture as one address' }),
    description: z.string().meta({ description: 'Markdown' }),
    hidden: z.boolean().meta({ description: 'Unlisted: opens by its link only' }),
    disabled: z.boolean().meta({ description: 'No longer sold' }),
    featured: z.boolean().meta({ description: 'Its plans are those that the landing page shows' }),
  })
  .meta({ id: 'Product' })
export type Product = z.input<typeof product>

export const productPage = product
  .extend({
    description_html: z.string().meta({ description: 'The description, rendered and sanitised' }),
    changelog: z.boolean().meta({ description: 'Something was published of its module' }),
  })
  .meta({ id: 'ProductPage' })
export type ProductPage = z.input<typeof productPage>

/** Why a product is unavailable. */
export const productRefusals = refusals({
  unknown_product: [404, 'Product not found'],
  product_unavailable: [409, '{product} is currently unavailable'],
  plan_unavailable: [409, '{product} is no longer sold for {term}'],
  already_lifetime: [409, 'You have {product} for life already'],
})

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/games',
    who: 'anyone',
    summary: 'List the products on sale',
    description: `In the order that the shop shows. Never lists hidden products; at most ${mostListed}.`,
    cached: 'catalogue',
    result: z.array(product),
  }),
  get: endpoint({
    method: 'GET',
    path: '/games/{id}',
    who: 'anyone',
    summary: 'Read one product',
    description: 'Hidden and disabled products are found too: they open by their link.',
    cached: 'catalogue',
    params: z.object({ id: pathId }),
    result: productPage,
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}
