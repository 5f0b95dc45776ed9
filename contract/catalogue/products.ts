import * as z from 'zod'
import { picture } from '#contract/platform/media.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { mostListed } from '#contract/wire/listed.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { id, money, pathId, term, timestamp } from '#contract/wire/wire.ts'
import { productDetails } from './product-details.ts'

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
          popular: z.boolean().meta({ description: 'The plan that is marked as ‘Most Popular’' }),
          savings: z.int().meta({ description: 'Discount in percent from the monthly price' }),
          price: money.meta({ description: 'Current price of the whole term' }),
          list_price: money.meta({ description: 'The price without a sale' }),
          regular_price: money
            .nullable()
            .meta({ description: 'The price at the monthly rate; null for a lifetime' }),
        }),
      )
      .meta({ description: 'Price of each plan, in display order' }),
    sale: z
      .object({ percent: z.int(), until: timestamp })
      .nullable()
      .meta({ description: 'Current sale on all plans; null if there is none' }),
    image: picture.nullable(),
    imageUrl: z.string().nullable().meta({ description: 'URL of the same picture' }),
    description: z.string().meta({ description: 'Markdown' }),
    hidden: z.boolean().meta({ description: 'Unlisted: only reachable by its link' }),
    disabled: z.boolean().meta({ description: 'No longer sold' }),
    featured: z.boolean().meta({ description: 'The landing page shows this product’s plans' }),
    category: z.string().nullable().meta({ description: 'The kind of game', example: 'Shooter' }),
    popular: z.boolean().meta({ description: 'The store marks it as ‘Popular’' }),
  })
  .meta({ id: 'Product' })
export type Product = z.input<typeof product>

export const productPage = product
  .extend({
    description_html: z.string().meta({ description: 'The description as sanitised HTML' }),
    latest: z
      .object({ version: z.string(), published_at: timestamp })
      .nullable()
      .meta({ description: 'The newest entry of its changelog; null if there is none' }),
    devices: z.int().meta({ description: 'Maximum number of devices per customer' }),
    included: productDetails.shape.included,
    requirements: productDetails.shape.requirements,
    screenshots: z.array(z.object({ picture, caption: z.string() })),
  })
  .meta({ id: 'ProductPage' })
export type ProductPage = z.input<typeof productPage>

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/games',
    who: 'anyone',
    summary: 'List the products on sale',
    description: `In display order. Hidden products are left out; at most ${mostListed}.`,
    cached: 'catalogue',
    result: z.array(product),
  }),
  get: endpoint({
    method: 'GET',
    path: '/games/{id}',
    who: 'anyone',
    summary: 'Read one product',
    description: 'Hidden and disabled products are included, because their links still work.',
    cached: 'catalogue',
    params: z.object({ id: pathId }),
    result: productPage,
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}
