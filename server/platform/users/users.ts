import { sql } from 'kysely'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { living } from './living.ts'

/** Selects users as staff see them, without deleted ones. */
export function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id as uid', 'username', 'email', 'admin', 'support', 'banned'])
    .select(sql<boolean>`verified_at is not null`.as('verified'))
    .select(['users.created_at', 'last_login_at as last_login', 'revision'])
    .select(['terms_version', 'terms_accepted_at'])
    .select(
      sql<boolean>`exists (select from second_factors where second_factors.user_id = users.id)`.as(
        'second_factor',
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('infractions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('infractions.user_id', '=', 'users.id')
        .where('cleared_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('infraction_count'),
    )
    .where(living)
}

export function findUser(db: Database, id: number) {
  return selectUsers(db).where('users.id', '=', id).executeTakeFirst()
}

/** Returns one user. Throws `unknown_user`. */
export async function getUser(db: Database, id: number) {
  const user = await findUser(db, id)
  if (!user) throw new Refusal(userRefusals.unknown_user)
  return user
}

/** Throws 404. `deleting` also waits for transactions that insert references to the user. */
export async function lockUser(tx: Tx, id: number, { deleting = false } = {}) {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'admin', 'support', 'banned', 'password_hash', 'revision'])
    .select(sql<boolean>`verified_at is not null`.as('verified'))
    .where('id', '=', id)
    .where(living)
    .$if(deleting, (query) => query.forUpdate())
    .$if(!deleting, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!user) throw new Refusal(userRefusals.unknown_user)
  return user
}

/** Locks the row of a user who acts on their own account, so that their concurrent actions wait. */
export async function lockRow(tx: Tx, id: number) {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** `deleted` includes deleted users, for data that outlives them. */
export async function requireUser(db: Database, id: number, { deleted = false } = {}) {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .$if(!deleted, (query) => query.where(living))
    .executeTakeFirst()
  if (!found) throw new Refusal(userRefusals.unknown_user)
}
