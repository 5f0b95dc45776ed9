import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/retention.ts'

export const taxRetention: readonly RetentionRule[] = [
  {
    what: 'Questions to VIES of which no order is',
    table: 'vat_checks',
    since: 'created_at',
    keeps: '30 days',
    // Who places an order now may be about to point to what still holds, or is still to be asked.
    where: sql<boolean>`(answered_at < now() - interval '30 days' or due_at = 'infinity')
      and not exists (select from orders where vat_check_id = vat_checks.id)`,
  },
]
