import type { RouterContextProvider } from 'react-router'
import { discounts } from '#contract/catalogue/discounts.ts'
import { products } from '#contract/catalogue/products.ts'
import type { Plan } from '#contract/wire/terms.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { type Featured, planned } from '../featured.ts'

/** The result of checking the code of a link. */
export type CodeOffer =
  /** `saving` is the discount on that plan of the product, for an order of at least `minimum`. */
  | { state: 'counts'; product: Featured; plan: Plan; saving: number; minimum: number }
  /** `reason` is a sentence. */
  | { state: 'refused'; reason: string }
  | { state: 'unchecked' }

/**
 * Checks a discount code and returns its value. `unchecked` if the check failed or the visitor has
 * checked too often.
 */
export async function readOffer(
  context: Readonly<RouterContextProvider>,
  code: string,
): Promise<CodeOffer> {
  try {
    const checked = await api(context, discounts.check, { params: { code }, query: {} })
    const { gid, amount, plan, min_order } = checked
    const product = await api(context, products.get, { params: { id: gid } })
    return { state: 'counts', product: planned(product), plan, saving: amount, minimum: min_order }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // General refusals say nothing about the code.
    if (!(error.code in discounts.check.refusals)) return { state: 'unchecked' }
    return { state: 'refused', reason: error.message }
  }
}
