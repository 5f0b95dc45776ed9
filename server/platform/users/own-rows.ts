import type { Tx } from '#server/kernel/database/database.ts'

/** Tables whose rows belong to the person behind a user, and are deleted with the user. */
export const ownTables = [
  'sessions',
  'mailed_tokens',
  'known_browsers',
  'factor_trials',
  'second_factors',
  'loader_sessions',
  'loader_tokens',
  'loader_pairings',
  'device_places',
  'device_history',
  'devices',
  'infractions',
  'discord_links',
  'discord_accounts',
  'incident_followers',
  'beta_testers',
  'release_followers',
  'companies',
] as const
type OwnTable = (typeof ownTables)[number]

export async function deleteOwnRows(tx: Tx, userId: number, except: readonly OwnTable[] = []) {
  for (const table of ownTables) {
    if (!except.includes(table)) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
