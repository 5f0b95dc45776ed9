import type { Database } from '#server/kernel/database.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { living, ofStaff } from '#server/users/living.ts'
import { verifyPassword } from './passwords.ts'

/** What opens the accounts of the demo shop. They stand in the README, so everybody knows them. */
export const demoPasswords = {
  admin: 'Admin1234',
  support: 'Support1234',
  customer: 'Customer1234',
} as const

/**
 * Keeps a real shop from opening while a published password opens the account of one of its staff. A
 * customer with one must not be able to keep it from starting.
 */
export async function refuseDemoPasswords(db: Database) {
  const staff = await db
    .selectFrom('users')
    .select(['username', 'email', 'password_hash'])
    .where(ofStaff)
    .where(living)
    .execute()
  for (const { username, email, password_hash } of staff) {
    if (!password_hash || !(await isPublished(password_hash))) continue
    throw new StartError(
      `${username} is on the staff and has a password of the demo shop, which everybody knows: run \`npm run setup -- --admin ${username} --email ${email}\` with the same environment variables and choose another, then start again.`,
    )
  }
}

/** Whether one of the demo shop's passwords opens it. */
async function isPublished(hash: string) {
  for (const password of Object.values(demoPasswords)) {
    if (await verifyPassword(hash, password)) return true
  }
  return false
}
