import { discountCode } from '#contract/discounts.ts'
import type { CartItem } from './cart.ts'

/** Why no code can look like this one, as a sentence; undefined of one that may be. */
export function codeFault({ discount }: CartItem): string | undefined {
  if (!discount) return undefined
  return discountCode.safeParse(discount).error?.issues[0]?.message
}
