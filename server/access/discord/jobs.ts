import { sql } from 'kysely'
import * as z from 'zod'
import { DiscordBusy } from '#server/adapters/discord/discord.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { addJob, enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { follower } from '#server/platform/events/followers.ts'
import { matchRoles } from './roles.ts'
import { findMismatches } from './sweep.ts'

const roles = job({
  name: 'discord.match_roles',
  does: 'Updates the Discord roles of an account',
  payload: z.object({ account: z.string() }),
  waitsFor: 'discord',
  // After the last attempt, the sweep takes over.
  attempts: 6,
  run: async ({ db, discord, config }, { account }) => {
    if (!discord) return
    try {
      await matchRoles(db, { discord, shopName: config.shopName }, account)
    } catch (error) {
      if (!(error instanceof DiscordBusy)) throw error
      // Up to a second more than Discord requests, so that jobs do not all resume at once.
      const at = new Date(clock.now() + (error.retryAfter + Math.random()) * 1000)
      await matchRolesSoon(db, account, at)
    }
  },
})

const sweep = job({
  name: 'discord.sweep',
  does: 'Checks for missing or extra Discord roles',
  payload: z.object({}).loose(),
  cron: '*/5 * * * *',
  run: async ({ db, discord }) => {
    if (!discord) return
    for (const account of await findMismatches(db)) await matchRolesSoon(db, account)
  },
})

export const discordJobs = [roles, sweep]

/** Enqueues a check of a Discord account's roles. Repeated calls enqueue it only once. */
export function matchRolesSoon(db: Database, account: string, at?: Date) {
  return enqueue(db, roles, { account }, { key: `discord ${account}`, ...(at && { at }) })
}

/** For example after a product's role has changed. */
export function matchAllRolesSoon(db: Database) {
  return enqueue(db, sweep, {}, { key: 'discord sweep' })
}

/** Roles depend on a user's subscriptions and on whether the user is banned. */
export const discordFollowers = [
  follower(
    [
      'order.finished',
      'order.refunded',
      'refund.taken',
      'refund.failed',
      'order.disputed',
      'dispute.lost',
      'time.given',
      'time.taken_back',
      'time.paused',
      'time.resumed',
      'time.pause_ended',
      'subscription.revoked',
      'reward.redeemed',
      'user.banned',
      'user.unbanned',
      'user.appointed',
    ],
    ({ userId }) => {
      const payload = sql`json_build_object('account', discord_id)`
      return sql`select ${addJob(roles, payload, { key: sql`'discord ' || discord_id` })}
                   from discord_links where user_id = ${userId}`
    },
  ),
]
