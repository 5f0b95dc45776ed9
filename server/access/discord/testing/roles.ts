import { sql } from 'kysely'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { matchRolesSoon } from '../jobs.ts'
import { findMismatches } from '../sweep.ts'
import type { openGuild } from './guild.ts'

/** Helpers that change the roles of a guild's members. */
export function roleWords(shop: Awaited<ReturnType<typeof openGuild>>) {
  const work = () => workJobs(shop)
  return {
    work,

    end: (userId: number) =>
      shop.db
        .updateTable('subscriptions')
        .set({ ends_at: sql`now() - interval '1 second'` })
        .where('user_id', '=', userId)
        .execute(),

    /** Does what the scheduled sweep does, without waiting for it. */
    async sweep(account: string) {
      const found = (await findMismatches(shop.db)).includes(account)
      if (found) await matchRolesSoon(shop.db, account)
      await work()
      return found
    },

    async memberWithRole() {
      const [member, product] = [await shop.member(), await shop.productWithRole()]
      await shop.give(member.user.id, product.productId)
      await work()
      const held = await shop.rolesAtDiscord(member.account)
      if (held?.join() !== product.role) throw new Error(`Roles at Discord: ${held}`)
      return { ...member, ...product }
    },
  }
}
