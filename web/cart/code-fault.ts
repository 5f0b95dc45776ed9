import { discountCode } from '#contract/catalogue/discounts.ts'
import type { CartItem } from './cart.ts'

/** Returns a sentence that says why the text cannot be a code. Undefined if it can be one. */
export function codeFault({ discount }: CartItem): string | undefined {
  if (!discount) return undefined
  return discountCode.safeParse(discount).error?.issues[0]?.message
}
