import { sql } from 'kysely'
import { gameRefusals } from '#contract/games.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { presentGame, selectGames } from './games.ts'

type Wanted = { page: number; limit: number; search?: string | undefined }

/** A page of all games, hidden and disabled ones too, and how many there are in all. */
export async function listProducts(db: Database, { page, limit, search }: Wanted) {
  const pattern = `%${search?.replace(/[\\%_]/g, '\\$&')}%`
  const [rows, { total }] = await Promise.all([
    selectProducts(db)
      .$if(Boolean(search), (query) => query.where('games.name', 'ilike', pattern))
      .orderBy('games.position')
      .orderBy('games.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    db
      .selectFrom('games')
      .$if(Boolean(search), (query) => query.where('games.name', 'ilike', pattern))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { games: rows.map(present), total }
}

/** Throws `unknown_product`. */
export async function readProduct(db: Database, id: number) {
  const row = await selectProducts(db).where('games.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(gameRefusals.unknown_product)
  return present(row)
}

function selectProducts(db: Database) {
  return selectGames(db).select(['games.discord_role_id', 'games.revision', inUse.as('in_use')])
}

/** Orders and subscriptions refer to the game, so its row must stay. */
export const inUse = sql<boolean>`
  (exists (select from order_items where game_id = games.id)
    or exists (select from subscriptions where game_id = games.id))`

function present({
  discord_role_id,
  in_use,
  ...game
}: Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>) {
  return { ...presentGame(game), discordRoleId: discord_role_id, in_use }
}
