import { sql } from 'kysely'
import { discord as contract } from '#contract/access/discord.ts'
import {
  type Discord,
  type DiscordAccount,
  DiscordBusy,
  DiscordDown,
  DiscordRefused,
} from '#server/adapters/discord/discord.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { matchRolesSoon } from './jobs.ts'

const { refusals } = contract.add

export async function findLink(db: Database, userId: number) {
  const link = await db
    .selectFrom('discord_links')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return link ?? null
}

/** Refuses an invalid code, and if Discord is unreachable. */
export async function identify(discord: Discord, code: string): Promise<DiscordAccount> {
  try {
    return await discord.identify(code)
  } catch (cause) {
    if (cause instanceof DiscordRefused) throw new Refusal(refusals.canceled, { cause })
    if (!(cause instanceof DiscordDown || cause instanceof DiscordBusy)) throw cause
    throw new Refusal(refusals.discord_unreachable, { cause })
  }
}

/** Replaces the previous link. Throws 409 if the account is linked to another customer. */
export async function link(db: Database, userId: number, account: DiscordAccount) {
  const { id: discord_id, username } = account
  try {
    await transaction(db, async (tx) => {
      const before = await tx
        .selectFrom('discord_links')
        .select('discord_id')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst()
      await tx
        .insertInto('discord_links')
        .values({ user_id: userId, discord_id, username })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ discord_id, username, linked_at: sql`now()` }),
        )
        .execute()
      await matchRolesSoon(tx, discord_id)
      if (before && before.discord_id !== discord_id) await matchRolesSoon(tx, before.discord_id)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'discord_links_discord_id_key') throw error
    throw new Refusal(refusals.linked_to_another)
  }
  return { username }
}

export function unlink(db: Database, userId: number) {
  return transaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('discord_links')
      .where('user_id', '=', userId)
      .returning('discord_id')
      .executeTakeFirst()
    if (gone) await matchRolesSoon(tx, gone.discord_id)
  })
}
