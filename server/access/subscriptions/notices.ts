import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { report, workOff } from '#server/kernel/jobs/rounds.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { active } from '#server/platform/users/living.ts'
import { boughtLast, planToExtend } from './extension.ts'
import { lockCustomer } from './ledger.ts'
import { subscriptionEndedMail, subscriptionEndingMail, writeEndingMail } from './mail-texts.ts'
import { rests } from './still.ts'

const batch = 100

/** The maximum number of products in one mail. The next mail contains the rest. */
const mostInOne = 20

/** Sends each notice once, and again after an expiry date moved by a day. Failures are retried. */
export async function sendNotices(db: Database, sender: Sender) {
  const listDue = async (left: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      select user_id as id from (${dueOf(sql`user_id <> all(${left})`)}) as due
       group by user_id order by min(ends_at) limit ${batch}`.execute(db)
    return rows
  }
  const failures = await workOff(db, listDue, async (tx, { id }) => {
    // If two rounds run concurrently, one of them sends all notices.
    await lockCustomer(tx, id)
    const told = await markTold(tx, id)
    for (const runs of Map.groupBy(told, ({ days }) => days).values())
      await mailEnding(
        tx,
        sender,
        runs.map((run) => run.id),
      )
    return told.length > 0
  })
  report(failures, 'customers could not be notified of the end of their subscription')
}

async function markTold(tx: Tx, userId: number) {
  const { rows } = await sql<{ id: number; days: number }>`
    insert into subscription_notices as notice (subscription_id, days, ends_at)
    select id, days, ends_at from (${dueOf(sql`user_id = ${userId}`)}) as due
     order by days, ends_at limit ${mostInOne}
    on conflict (subscription_id, days) do update set ends_at = excluded.ends_at
     where notice.ends_at <= excluded.ends_at - interval '1 day'
    returning subscription_id as id, days`.execute(tx)
  return rows
}

const dueOf = (these: RawBuilder<unknown>) => sql`
  select id, user_id, days, ends_at from (
    select id, user_id, ends_at,
           case when ends_at <= now() then 0
                when ends_at <= now() + interval '1 day' then 1
                when ends_at <= now() + interval '3 days' then 3
                else 7 end as days,
           -- The last purchase: customers know how short a single week is.
           coalesce((select seconds from time_entries
                      where subscription_id = run.id and cause = 'purchase'
                      order by id desc limit 1), term_length) as term
      from subscriptions run
     where ends_at > now() - interval '3 days' and ends_at <= now() + interval '7 days'
       and ${these}
       -- Time that was revoked does not expire.
       and term_length > 0
       -- Time that is frozen by a dispute may be returned.
       and not exists (
         select from time_entries as kept
           join order_items on order_items.id = kept.order_item_id
           join orders on orders.id = order_id
          where kept.subscription_id = run.id and kept.cause = 'freeze'
            and dispute_effect = 'frozen')
       -- A freeze or a pause moves the expiry date.
       and not ${rests('run')}
       -- Customers need no notice right after buying a few days.
       and created_at <= now() - interval '1 day'
       and not exists (
         select from subscriptions later
          where later.user_id = run.user_id and later.product_id = run.product_id
            and later.ends_at > run.ends_at)
       -- Renewals have their own mails.
       and not exists (
         select from renewals
          where renewals.user_id = run.user_id and renewals.product_id = run.product_id
            and state in ('on', 'charging', 'retrying', 'needs_action'))
  ) as ending
   -- At most a third of the term ahead, as with renewals: a week is announced a day ahead and at
   -- its expiry.
   where days * 86400 * 3 <= term
     and not exists (
       select from subscription_notices earlier
        where earlier.subscription_id = ending.id and earlier.days <= ending.days
          and earlier.ends_at > ending.ends_at - interval '1 day')`

/**
 * Leaves out runs that end in more than a week or were renewed. Leaves out expired runs next to
 * running ones, because they had a mail of their own.
 */
export async function mailEnding(
  db: Database,
  sender: Sender,
  subscriptionIds: readonly number[],
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('products', 'products.id', 'product_id')
    .leftJoinLateral(boughtLast, (join) => join.onTrue())
    .select(['user_id', 'username', 'email', 'product_id', 'products.name', 'disabled', 'ends_at'])
    .select(['subscriptions.id', 'plans', 'bought', 'coin'])
    .select(sql<number>`ceil(extract(epoch from ends_at - now()) / 86400)::integer`.as('days'))
    .where('subscriptions.id', 'in', subscriptionIds)
    .where(active)
    .where(
      sql<boolean>`not exists (
        select from subscriptions later
         where later.user_id = subscriptions.user_id and later.product_id = subscriptions.product_id
           and later.ends_at > subscriptions.ends_at)`,
    )
    .where(sql<boolean>`ends_at <= now() + interval '7 days'`)
    .orderBy('ends_at')
    .orderBy('products.name')
    .execute()
  const running = found.filter(({ days }) => days > 0)
  const runs = running.length > 0 ? running : found
  const [first] = runs
  if (!first) return undefined
  const daysLeft = Math.max(0, ...runs.map(({ days }) => days))
  const ending = writeEndingMail(sender, {
    username: first.username,
    products: runs.map((run) => ({
      id: run.product_id,
      name: run.name,
      plan: run.disabled ? null : planToExtend(run),
      coin: run.coin,
      endsAt: run.ends_at,
    })),
    daysLeft,
  })
  const template = daysLeft > 0 ? subscriptionEndingMail : subscriptionEndedMail
  const about = { subscriptions: runs.map(({ id }) => id) }
  const mail = { ...ending, to: first.email, userId: first.user_id, template, about }
  return queueMail(db, mail, again)
}
