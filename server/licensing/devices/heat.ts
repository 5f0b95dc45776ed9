import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { alertOfComputers } from './alerts.ts'

type Asked = {
  /** From a stamp of this shop. */
  build: string
  /** The customer to whom the build was issued, even if another one uses it. */
  uid: number
  /** The marks that only the requesting computer has. */
  own: string[]
}

/** A computer is recorded at most once in this time, in milliseconds. */
const noted = 3_600_000
const mostInMemory = 50_000

/** Also counts computers on which the build is refused. A loader writes at most once an hour. */
export function openHeat(db: Database, sender: Sender) {
  const lately = new LRUCache<string, number>({ max: mostInMemory })

  return async function note({ build, uid, own }: Asked, most: number) {
    if (own.length === 0) return
    const computer = createHash('sha256').update(own.join()).digest()
    const name = `${build} ${computer.toString('base64')}`
    const now = clock.now()
    if (now - (lately.get(name) ?? -Infinity) < noted) return
    await noteComputer(db, { build, own, computer, most })
    if ((await countComputers(db, build)) > most)
      await transaction(db, (tx) => alertOfComputers(tx, { build, uid, most }, sender))
    lately.set(name, now)
  }
}

type Computer = { build: string; own: string[]; computer: Buffer; most: number }

async function noteComputer(db: Database, { build, own, computer, most }: Computer) {
  await sql`
    with known as (
      update build_computers set seen_at = now()
       where build = ${build} and computer = (
         select computer from build_computers
          where build = ${build} and own_marks && ${own}::text[] order by computer limit 1)
      returning computer
    )
    insert into build_computers (build, computer, own_marks)
    select ${build}::uuid, ${computer}, ${own}::text[]
     where not exists (select from known)
       and (select count(*) from build_computers
             where build = ${build} and seen_at > now() - interval '1 day') <= ${most}::int
    on conflict (build, computer) do update set seen_at = now()`.execute(db)
}

/** Call it before the user's rows are deleted. Also deletes computers that used their builds. */
export async function forgetComputersOf(tx: Tx, userId: number) {
  await sql`
    delete from build_computers
     where exists (select from devices
                    where user_id = ${userId} and devices.own_marks && build_computers.own_marks)
        or build in (select id from loader_builds where user_id = ${userId}
                     union all
                     select (loader_tokens.build ->> 'build')::uuid from loader_tokens
                      where user_id = ${userId})`.execute(tx)
}

async function countComputers(db: Database, build: string) {
  const { computers } = await db
    .selectFrom('build_computers')
    .select(({ fn }) => fn.countAll<number>().as('computers'))
    .where('build', '=', build)
    .where('seen_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return computers
}
