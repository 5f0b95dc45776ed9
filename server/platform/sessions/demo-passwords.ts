import { StartError } from '#server/kernel/config/start-error.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { living, ofStaff } from '#server/platform/users/living.ts'
import { verifyPassword } from './passwords.ts'

/** Passwords of the demo shop's accounts. The README publishes them, so they are public. */
export const demoPasswords = {
  admin: 'Admin1234',
  support: 'Support1234',
  customer: 'Customer1234',
} as const

/** Customers are not checked, so that none can prevent the start of a real shop. */
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
      `${username} is a staff member with a password of the demo shop, which is public. Run \`npm run setup -- --admin ${username} --email ${email}\` with the same environment variables and choose another password, then start again.`,
    )
  }
}

async function isPublished(hash: string) {
  for (const password of Object.values(demoPasswords)) {
    if (await verifyPassword(hash, password)) return true
  }
  return false
}
