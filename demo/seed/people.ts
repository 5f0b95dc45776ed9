import type { Tx } from '#server/kernel/database/database.ts'
import { demoPasswords } from '#server/platform/sessions/demo-passwords.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { daysAgo } from './days.ts'

/** Ids of the demo users by name. */
export type People = Record<'admin' | 'support' | 'customer', number> & { friends: number[] }

const logins = [
  { username: 'admin', admin: true, joined: 400 },
  { username: 'support', support: true, joined: 380 },
  { username: 'customer', joined: 210, referral_code: 'NIGHTOWL' },
] as const

/** Friends that the customer referred. They cannot sign in. */
const friends = [
  { username: 'mara.w', joined: 150 },
  { username: 'oskar_j', joined: 121 },
  { username: 'tpk', joined: 66 },
  { username: 'lenny-on-tour', joined: 5 },
]

export async function seedPeople(tx: Tx, now: Date): Promise<People> {
  const ids: number[] = []
  for (const { joined, ...login } of logins) {
    const { id } = await tx
      .insertInto('users')
      .values({
        ...login,
        demo: true,
        email: `${login.username}@loadout.example`,
        password_hash: await hashPassword(demoPasswords[login.username]),
        verified_at: daysAgo(now, joined),
        created_at: daysAgo(now, joined),
        last_login_at: daysAgo(now, 0.3),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const [admin, support, customer] = ids as [number, number, number]
  const brought = await tx
    .insertInto('users')
    .values(
      friends.map(({ username, joined }) => ({
        username,
        demo: true,
        email: `${username}@players.example`,
        referred_by: customer,
        verified_at: daysAgo(now, joined),
        created_at: daysAgo(now, joined),
        last_login_at: daysAgo(now, joined / 4),
      })),
    )
    .returning('id')
    .execute()
  await tx
    .insertInto('infractions')
    .values({
      user_id: brought[2]!.id,
      type: 'shared_loader',
      reason: 'The same loader was started on two machines within a minute',
      details: JSON.stringify({ build: 'f2c1a9', machines: 2, seconds: 41 }),
      created_at: daysAgo(now, 12),
    })
    .execute()
  return { admin, support, customer, friends: brought.map(({ id }) => id) }
}
