import type { Tx } from '#server/kernel/database/database.ts'
import { demoDiscounts } from '../discounts.ts'
import { demoProducts, descriptionOf } from '../products.ts'
import { daysAgo } from './days.ts'
import type { Pictures } from './pictures.ts'

export async function seedCatalogue(tx: Tx, covers: Pictures, now: Date): Promise<void> {
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
