import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { removeCopies } from './copies.ts'
import { forgetCustomers, tellAddress } from './customers.ts'

const forget = job({
  name: 'cards.forget_customers',
  does: 'Deletes customers at the card provider after their account was deleted',
  payload: z.object({}),
  waitsFor: 'stripe',
  cron: '41 * * * *',
  run: async ({ db, card }) => {
    if (card) await forgetCustomers(db, card)
  },
})

const tell = job({
  name: 'cards.tell_address',
  does: 'Updates a customer’s email address at the card provider',
  payload: z.object({ user: z.int() }),
  waitsFor: 'stripe',
  run: async ({ db, card }, { user }) => {
    if (card) await tellAddress(db, card, user)
  },
})

const copies = job({
  name: 'cards.remove_copies',
  does: 'Removes duplicates of a customer’s saved cards at the card provider',
  payload: z.object({ user: z.int() }),
  waitsFor: 'stripe',
  run: async ({ db, card }, { user }) => {
    if (card) await removeCopies(db, card, user)
  },
})

export const cardJobs = [forget, tell, copies]

export const cardFollowers = [
  follower(
    ['card.added', 'renewal.started'],
    ({ userId }) =>
      sql`select ${addJob(copies, sql`json_build_object('user', ${userId}::bigint)`)}`,
  ),
  follower(['user.deleted'], () => sql`select ${addJob(forget, sql`'{}'`)}`),
  follower(
    ['user.changed', 'user.role_changed', 'user.banned', 'user.unbanned', 'user.appointed'],
    ({ userId }) => sql`
      select ${addJob(tell, sql`json_build_object('user', id)`)}
        from users where id = ${userId} and stripe_customer_id is not null`,
  ),
]
