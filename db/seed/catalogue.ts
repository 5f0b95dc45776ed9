import type { Tx } from '#server/kernel/database.ts'
import { demoDiscounts } from '../demo/discounts.ts'
import { demoGames, descriptionOf } from '../demo/games.ts'
import { daysAgo } from './days.ts'
import type { Pictures } from './pictures.ts'

export async function seedCatalogue(tx: Tx, covers: Pictures, now: Date): Promise<void> {
  const games = await tx
    .insertInto('games')
    .values(
      demoGames.map((game, position) => ({
        slug: game.slug,
        name: game.name,
        description: descriptionOf(game.slug),
        price_cents: game.priceCents,
        image_id: covers.get(game.slug) ?? null,
        hidden: game.hidden ?? false,
        disabled: game.disabled ?? false,
        featured: game.featured ?? false,
        savings_3: game.savings?.[3] ?? null,
        savings_6: game.savings?.[6] ?? null,
        savings_12: game.savings?.[12] ?? null,
        ends_in_99: game.savings !== undefined,
        position,
        // A role of the sandbox's Discord server, which has one for every such number.
        discord_role_id: `12000000000000${String(position + 1).padStart(4, '0')}`,
        created_at: daysAgo(now, 400 - position * 11),
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(games.map(({ slug, id }) => [slug, id]))
  await tx
    .insertInto('discounts')
    .values(
      demoDiscounts.map((discount) => ({
        code: discount.code,
        game_id: idOf.get(discount.game)!,
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
