import * as z from 'zod'
import { discountCode } from '#contract/catalogue/discounts.ts'

const referralCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{4,20}$/)
  .transform((code) => code.toUpperCase())

/** Reads `?code=` and `?ref=` of a promotion's link. Invalid values are null. */
export function readPromotion(query: URLSearchParams) {
  return {
    code: discountCode.safeParse(query.get('code')).data ?? null,
    referral: referralCode.safeParse(query.get('ref')).data ?? null,
  }
}
