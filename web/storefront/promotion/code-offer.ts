import type { RouterContextProvider } from 'react-router'
import { discounts } from '#contract/discounts.ts'
import { products } from '#contract/products.ts'
import type { Plan } from '#contract/terms.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { type Featured, planned } from '../featured.ts'

/** What is known of a code that a link brought. */
export type CodeOffer =
  /** `saving` is on that plan of the product, in an order of at least `minimum`. */
  | { state: 'counts'; product: Featured; plan: Plan; saving: number; minimum: number }
  /** `reason` is a sentence. */
  | { state: 'refused'; reason: string }
  | { state: 'unchecked' }

/**
 * What a discount code is worth. Unchecked when the check failed or the visitor checked too often.
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
    // What any call may be refused with says nothing of the code.
    if (!(error.code in discounts.check.refusals)) return { state: 'unchecked' }
    return { state: 'refused', reason: error.message }
  }
}
