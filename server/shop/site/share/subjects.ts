import { buffer } from 'node:stream/consumers'
import { formatMoney } from '#contract/wire/currency.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { shortDay } from '#contract/wire/time-zone.ts'
import { getPost } from '#server/catalogue/blog/blog.ts'
import { getProduct } from '#server/catalogue/products/products.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { logoKey, namesItself, paintedFile } from '#server/platform/brand/logo-files.ts'
import { markColours } from '#server/platform/brand/mark.ts'
import { largestFile } from '#server/platform/media/images.ts'
import type { Shop } from '#server/shop/shop.ts'
import type { ShareCard } from './card.ts'

type Parts = Pick<Shop, 'config' | 'db' | 'storage'>

/** Includes unlisted products, whose page is available by its link. Throws a 404. */
export async function productCard(shop: Parts, id: number): Promise<ShareCard> {
  const product = await getProduct(shop.db, id)
  return {
    ...(await headOf(shop)),
    title: product.name,
    detail: product.disabled ? 'Currently unavailable' : `${formatMoney(product.price)} / month`,
    picture: await pictureIn(shop, 'products', id),
    look: 'beside',
  }
}

/** The card of a published post. Throws a 404. */
export async function postCard(shop: Parts, id: number): Promise<ShareCard> {
  const post = await getPost(shop.db, id)
  const { timeZone } = shop.config
  const detail = [
    post.author,
    shortDay(post.created_at, timeZone),
    `${post.reading_minutes} min read`,
  ]
  return {
    ...(await headOf(shop)),
    title: post.title,
    detail: detail.join('  ·  '),
    picture: await pictureIn(shop, 'blog_posts', id),
    look: 'behind',
  }
}

/** The card of every other page, with the cover of the first product in the catalogue. */
export async function storeCard(shop: Parts): Promise<ShareCard> {
  const first = await shop.db
    .selectFrom('products')
    .select('id')
    .where('hidden', '=', false)
    .where('image_id', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return {
    ...(await headOf(shop)),
    title: 'Subscriptions for the games you play',
    detail: new URL(shop.config.siteUrl).host,
    picture: first ? await pictureIn(shop, 'products', first.id) : null,
    look: 'beside',
  }
}

async function headOf({ config, storage }: Parts) {
  const { shopName, look } = config
  const painted = look.logo && (await storage.get(logoKey(paintedFile(look.logo, 'wide'))))
  const logo = painted && (await buffer(painted.stream))
  return {
    shopName,
    logo,
    nameless: Boolean(logo && look.logo && namesItself(look.logo)),
    mark: markColours(look),
  }
}

/** Returns the card for a file name. Throws `not_found`. */
export function cardOf(shop: Parts, name: string): Promise<ShareCard> {
  if (name === 'store') return storeCard(shop)
  const [, kind, id] = /^(product|post)-([1-9]\d{0,14})$/.exec(name) ?? []
  if (kind === 'product') return productCard(shop, Number(id))
  if (kind === 'post') return postCard(shop, Number(id))
  throw new Refusal(commonRefusals.not_found)
}

async function pictureIn({ db, storage }: Parts, table: 'products' | 'blog_posts', id: number) {
  const image = await db
    .selectFrom(table)
    .innerJoin('images', 'images.id', `${table}.image_id`)
    .select(['images.hash', 'images.widths'])
    .where(`${table}.id`, '=', id)
    .executeTakeFirst()
  return image ? largestFile(storage, image) : null
}
