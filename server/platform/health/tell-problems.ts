import { sql } from 'kysely'
import { type Tx, transaction } from '#server/kernel/database/database.ts'
import { mailAdmins } from '#server/platform/mail/mail-admins.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import {
  problemsMail,
  problemsOverMail,
  writeProblemsMail,
  writeProblemsOverMail,
} from './mail-texts.ts'
import { findProblems, isWatched, type ProblemKey } from './problems.ts'
import { listServices } from './state.ts'
import { testService } from './test-service.ts'

/** Deployments of a provider and lost connections are over sooner and need no mail. */
const patience = sql`interval '5 minutes'`
/** A recurring problem is mailed at most once an hour. */
const pause = sql`interval '1 hour'`

/** Mails administrators once when a problem starts or ends, however many processes call this. */
export async function tellProblems(shop: PlatformShop) {
  await testFailing(shop)
  await updateProblems(shop)
}

/**
 * Updates the stored problems, and mails administrators when one starts or ends. Tests no service,
 * so that requests can call it.
 */
export async function updateProblems(shop: PlatformShop) {
  const { db, config, mail } = shop
  await transaction(db, async (tx) => {
    // The lock comes first: older data could report the end of a problem that has just begun.
    await sql`lock table problems in exclusive mode`.execute(tx)
    const keys = await findProblems(tx, shop)
    // A mail cannot report that the mail server fails.
    const mailable = mail ? keys.filter((key) => key !== 'service mail') : []
    const { begun, over } = await compare(tx, keys, mailable)
    if (!mail) return
    const known = over.filter(({ key }) => isWatched(shop, key))
    if (begun.length > 0) await mailAdmins(tx, problemsMail, writeProblemsMail(config, begun))
    if (known.length > 0)
      await mailAdmins(tx, problemsOverMail, writeProblemsOverMail(config, known))
  })
}

/** A service that has not been used since it failed may work again. */
async function testFailing(shop: PlatformShop) {
  const services = await listServices(shop)
  await Promise.all(
    services.filter(({ failing }) => failing).map(({ name }) => testService(shop, name)),
  )
}

type Problem = { key: ProblemKey; since: Date }

async function compare(tx: Tx, keys: ProblemKey[], mailable: ProblemKey[]) {
  await sql`
    insert into problems (key, since) select key, now() from unnest(${keys}::text[]) as key
    on conflict (key) do update set since = now() where problems.since is null`.execute(tx)
  const { rows: begun } = await sql<Problem>`
    update problems set told_at = now()
     where key = any(${mailable}) and since <= now() - ${patience}
       and (told_at is null or (told_at < since and told_at <= now() - ${pause}))
    returning key, since`.execute(tx)
  const { rows: over } = await sql<Problem>`
    select key, since from problems
     where key <> all(${keys}) and told_at >= since order by key`.execute(tx)
  await sql`update problems set since = null where key <> all(${keys})`.execute(tx)
  await sql`
    delete from problems
     where since is null and (told_at is null or told_at <= now() - ${pause})`.execute(tx)
  return { begun, over }
}
