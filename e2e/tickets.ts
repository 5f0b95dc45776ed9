import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'

/** Creates a ticket with a unique title, from a new user. */
export async function newTicket(db: Database, more: object = {}) {
  const { user } = await signInAs(db)
  const title = `No sound ${randomBytes(4).toString('hex')}`
  const ticket = await db
    .insertInto('tickets')
    .values({ user_id: user.id, title, content: 'Since today.', category: 'Technical', ...more })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  return { ...ticket, customer: user }
}
