import { sql } from 'kysely'
import { shortCardName } from '#contract/selling/card-brand.ts'
import { cardEnds, isFailingState } from '#server/access/subscriptions/renewal-states.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { active } from '#server/platform/users/living.ts'
import { stopLink } from './links.ts'
import {
  renewalCardMail,
  renewalEndedMail,
  renewalFailedMail,
  renewalSoonMail,
  type Told,
  writeRenewalCardMail,
  writeRenewalEndedMail,
  writeRenewalFailedMail,
  writeRenewalSoonMail,
} from './mail-texts.ts'

export type RenewalMail = 'renewal-soon' | 'renewal-card' | 'renewal-failed' | 'renewal-ended'

/** Mails the current status if the template still applies, so that mails never contradict. */
export async function mailRenewal(
  db: Database,
  sender: Sender,
  id: number,
  template: RenewalMail,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('renewals')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('products', 'products.id', 'product_id')
    .select([
      'user_id',
      'username',
      'email',
      'name',
      'plan',
      'product_id',
      sql<Date | null>`time_ends_at(user_id, product_id)`.as('ends_at'),
      sql<number>`renewal_price(renewals.id)`.as('cents'),
    ])
    .select(['state', 'due_at', 'gives_up_at', 'told_days', 'open_order_id', 'announced_for'])
    .select(['card_brand', 'card_last4', 'ended_for'])
    .select(sql<number>`grace_owed(user_id, product_id)`.as('owed'))
    .select(sql<boolean>`coalesce(${cardEnds} <= due_at, false)`.as('expires'))
    .select(sql<string | null>`to_char(${cardEnds} - 1, 'MM/YYYY')`.as('good_until'))
    .select('expiry_told')
    .where('renewals.id', '=', id)
    .where(active)
    .executeTakeFirst()
  if (!found || !fits(template, found)) return undefined
  const { due_at, gives_up_at, told_days } = found
  const tries = found.state === 'retrying' && due_at && gives_up_at && due_at < gives_up_at
  const told: Told = {
    username: found.username,
    product: found.name,
    productId: found.product_id,
    endsAt: found.ends_at,
    lent: template === 'renewal-failed' ? found.owed : 0,
    plan: found.plan,
    cents: found.cents,
    card: found.card_last4 && shortCardName({ brand: found.card_brand, last4: found.card_last4 }),
    expires: found.expires,
    goodUntil: found.good_until,
    at: template === 'renewal-soon' || template === 'renewal-card' ? due_at : tries ? due_at : null,
    givesUp: gives_up_at,
    wantsOwner: found.state === 'needs_action',
    still: told_days > 0,
    stopUrl: await stopLink(db, sender.siteUrl, id),
    others: template === 'renewal-card' ? await withSameCard(db, sender, id) : [],
  }
  const [declared, write] = {
    'renewal-soon': [renewalSoonMail, writeRenewalSoonMail] as const,
    'renewal-card': [renewalCardMail, writeRenewalCardMail] as const,
    'renewal-failed': [renewalFailedMail, writeRenewalFailedMail] as const,
    'renewal-ended': [renewalEndedMail, writeRenewalEndedMail] as const,
  }[template]
  const period = {
    'renewal-soon': found.announced_for?.toISOString(),
    'renewal-card': found.expiry_told,
    'renewal-failed': `${found.open_order_id} ${told_days}`,
    'renewal-ended': 'ended',
  }[template]
  const mail = {
    ...write(sender, told),
    to: found.email,
    userId: found.user_id,
    template: declared,
    about: { renewal: id },
    once: `${template} ${id} ${period}`,
  } as const
  return queueMail(db, mail, again)
}

const mostOthers = 10

/** Returns renewals whose mail says that the same card will have expired, the next charge first. */
async function withSameCard(db: Database, sender: Sender, id: number): Promise<Told['others']> {
  const { rows } = await sql<{ id: number; product: string; cents: number; at: Date }>`
    with told as (select id as first, user_id as whose, card_id as by, expiry_told as ends
                    from renewals where id = ${id})
    select renewals.id, name as product, renewal_price(renewals.id) as cents, due_at as at
      from renewals join told on whose = user_id and by = card_id and ends = expiry_told
      join products on products.id = product_id
     where renewals.id <> first and state = 'on' and ${cardEnds} <= due_at
     order by due_at limit ${mostOthers}`.execute(db)
  return Promise.all(
    rows.map(async ({ id: other, ...told }) => ({
      ...told,
      stopUrl: await stopLink(db, sender.siteUrl, other),
    })),
  )
}

type State = { state: string; ended_for: string | null; expires: boolean }

function fits(template: RenewalMail, { state, ended_for, expires }: State): boolean {
  if (template === 'renewal-card') return state === 'on' && expires
  if (template === 'renewal-soon') return state === 'on'
  if (template === 'renewal-ended') return ended_for === 'unpaid'
  return isFailingState(state)
}
