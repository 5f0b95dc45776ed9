import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { id, money, months, pathId } from './wire.ts'

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

export const game = z
  .object({
    id,
    slug: z.string().meta({ example: 'cs2' }),
    name: z.string().meta({ example: 'Counter-Strike 2' }),
    price: money.meta({ description: 'Monthly price in US dollars', example: 19.99 }),
    terms: z
      .array(
        z.object({
          months,
          savings: z.int().meta({ description: 'Percent below the monthly price' }),
          price: money.meta({ description: 'Price of the whole term' }),
        }),
      )
      .meta({ description: 'What each term costs, the shortest first' }),
    image: picture.nullable(),
    imageUrl: z.string().nullable().meta({ description: 'The same picture as one address' }),
    description: z.string().meta({ description: 'Markdown' }),
    hidden: z.boolean().meta({ description: 'Unlisted: opens by its link only' }),
    disabled: z.boolean().meta({ description: 'No longer sold' }),
    featured: z.boolean().meta({ description: 'Its plans are those that the landing page shows' }),
  })
  .meta({ id: 'Game' })
export type Game = z.input<typeof game>

export const gamePage = game
  .extend({
    description_html: z.string().meta({ description: 'The description, rendered and sanitised' }),
  })
  .meta({ id: 'GamePage' })
export type GamePage = z.input<typeof gamePage>

/** Why a game cannot be had. */
export const gameRefusals = refusals({
  unknown_product: [404, 'Product not found'],
  product_unavailable: [409, '{game} is currently unavailable'],
})

export const games = {
  list: endpoint({
    method: 'GET',
    path: '/games',
    access: 'anyone',
    summary: 'List the games on sale',
    description: 'In the order that the shop shows. Never lists hidden games; at most 500.',
    cached: 'catalogue',
    result: z.array(game),
  }),
  get: endpoint({
    method: 'GET',
    path: '/games/{id}',
    access: 'anyone',
    summary: 'Read one game',
    description: 'Hidden and disabled games are found too: they open by their link.',
    cached: 'catalogue',
    params: z.object({ id: pathId }),
    result: gamePage,
    refusals: { unknown_product: gameRefusals.unknown_product },
  }),
}
