import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { active } from '#server/platform/users/living.ts'
import { stopLink } from '#server/selling/renewals/links.ts'
import {
  renewalPriceLowerMail,
  renewalPriceMail,
  renewalPriceOffMail,
  type Told,
  writePriceLowerMail,
  writePriceMail,
  writePriceOffMail,
} from './mail-texts.ts'

export type PriceMail = 'renewal-price' | 'renewal-price-lower' | 'renewal-price-off'

/** Mails the price change of a running renewal, if the template still applies to it. */
export async function mailPrice(
  db: Database,
  sender: Sender,
  id: number,
  template: PriceMail,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('renewal_prices')
    .innerJoin('renewals', 'renewals.id', 'renewal_id')
    .innerJoin('users', 'users.id', 'renewals.user_id')
    .innerJoin('products', 'products.id', 'renewals.product_id')
    .select(['renewal_id', 'renewals.user_id', 'username', 'email', 'name', 'plan', 'state'])
    .select(['old_cents', 'new_cents', 'replaces_cents', 'applies_from', 'dropped_at'])
    .select(sql<number>`renewals.price_cents`.as('agreed_cents'))
    .where('renewal_prices.id', '=', id)
    .where('state', '<>', 'ended')
    .where(active)
    .executeTakeFirst()
  if (!found || !fits(template, found)) return undefined
  const told: Told = {
    username: found.username,
    product: found.name,
    plan: found.plan,
    oldCents: template === 'renewal-price-off' ? found.agreed_cents : found.old_cents,
    newCents: found.new_cents,
    replacesCents: found.replaces_cents,
    from: found.applies_from!,
    stopUrl: await stopLink(db, sender.siteUrl, found.renewal_id),
  }
  const [declared, write] = {
    'renewal-price': [renewalPriceMail, writePriceMail] as const,
    'renewal-price-lower': [renewalPriceLowerMail, writePriceLowerMail] as const,
    'renewal-price-off': [renewalPriceOffMail, writePriceOffMail] as const,
  }[template]
  const mail = {
    ...write(sender, told),
    to: found.email,
    userId: found.user_id,
    template: declared,
    about: { renewal_price: id },
    once: `${template} ${id}`,
  } as const
  return queueMail(db, mail, again)
}

type State = { state: string; dropped_at: Date | null; applies_from: Date | null }

function fits(template: PriceMail, { state, dropped_at, applies_from }: State): boolean {
  if (applies_from === null) return false
  if (template === 'renewal-price-off') return dropped_at !== null
  return dropped_at === null && state !== 'stopping'
}
