import type { ProductDetails } from '#contract/catalogue/product-details.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { pictureOf } from '#server/platform/media/images.ts'
import { demoDetails } from '../details.ts'
import { demoDiscounts } from '../discounts.ts'
import { demoProducts, descriptionOf } from '../products.ts'
import { daysAgo } from './days.ts'
import type { Pictures } from './pictures.ts'

export async function seedCatalogue(tx: Tx, covers: Pictures, now: Date): Promise<void> {
  const detailed = await detailsBySlug(tx, covers)
  const products = await tx
    .insertInto('products')
    .values(
      demoProducts.map((product, position) => ({
        slug: product.slug,
        name: product.name,
        description: descriptionOf(product.slug),
        price_cents: product.priceCents,
        image_id: covers.get(product.slug) ?? null,
        hidden: product.hidden ?? false,
        disabled: product.disabled ?? false,
        featured: product.featured ?? false,
        category: demoDetails[product.slug]?.category ?? null,
        popular: demoDetails[product.slug]?.popular ?? false,
        details: JSON.stringify(detailed.get(product.slug)),
        plans: product.plans ? JSON.stringify(product.plans) : null,
        ends_in_99: product.plans !== undefined,
        position,
        // A role of the sandbox's Discord server, which has one for each of these numbers.
        discord_role_id: `12000000000000${String(position + 1).padStart(4, '0')}`,
        created_at: daysAgo(now, 400 - position * 11),
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(products.map(({ slug, id }) => [slug, id]))
  await tx
    .insertInto('discounts')
    .values(
      demoDiscounts.map((discount) => ({
        code: discount.code,
        product_id: idOf.get(discount.product)!,
        type: discount.type === 'fixed' ? (0 as const) : (1 as const),
        amount: discount.amount,
        starts_at: daysAgo(now, -discount.startsInDays),
        ends_at: daysAgo(now, -discount.endsInDays),
        max_uses: discount.maxUses,
        used_count: discount.usedCount ?? 0,
      })),
    )
    .execute()
}

/** The lists of each product. Screenshots without a stored image are left out. */
async function detailsBySlug(tx: Tx, pictures: Pictures): Promise<Map<string, ProductDetails>> {
  const images = await tx
    .selectFrom('images')
    .select(['id', 'hash', 'width', 'height', 'color', 'widths'])
    .execute()
  const srcOf = (name: string) => {
    const row = images.find(({ id }) => id === pictures.get(name))
    return row && pictureOf(row).src
  }
  return new Map(
    demoProducts.map(({ slug }) => {
      const { included = [], requirements = {}, screenshots = {} } = demoDetails[slug] ?? {}
      return [
        slug,
        {
          included,
          requirements: Object.entries(requirements).map(([label, value]) => ({ label, value })),
          screenshots: Object.entries(screenshots).flatMap(([name, caption]) => {
            const image = srcOf(name)
            return image ? [{ image, caption }] : []
          }),
        },
      ]
    }),
  )
}
