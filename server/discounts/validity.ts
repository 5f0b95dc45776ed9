import type { Selectable } from 'kysely'
import type { Discounts } from '#db/tables.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** A discount code as the database keeps it: `max_uses` 0 means unlimited. */
export type Discount = Pick<
  Selectable<Discounts>,
  | 'id'
  | 'code'
  | 'game_id'
  | 'type'
  | 'amount'
  | 'starts_at'
  | 'ends_at'
  | 'max_uses'
  | 'used_count'
>

export const unknownCode = () => new Refusal(404, 'This discount code does not exist')
export const usedUp = () => new Refusal(409, 'This discount code has been used up')

export function isUsedUp(error: unknown): boolean {
  return error instanceof Refusal && error.message === usedUp().message
}

/** Why a code does not count for a game now, or null when it does. Takes no use of it. */
export function problemWith(discount: Discount | null, gameId: number, now: Date): Refusal | null {
  if (!discount) return unknownCode()
  if (discount.game_id !== gameId) return new Refusal(409, 'This discount code is for another game')
  if (now < discount.starts_at) return new Refusal(409, 'This discount code is not valid yet')
  if (now >= discount.ends_at) return new Refusal(409, 'This discount code has expired')
  if (discount.max_uses > 0 && discount.used_count >= discount.max_uses) return usedUp()
  return null
}
