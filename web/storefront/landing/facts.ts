import type { Product } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { startingPrice } from '../prices.ts'

/** The maximum number of games that the first screen names. */
const mostNames = 3

/**
 * The facts on the first screen: the games for sale, how many have no known problems, and the lowest
 * price. Null if no product is for sale.
 */
export function factsOf(all: readonly Product[], affected: readonly AffectedProduct[]) {
  const sold = all.filter(({ disabled }) => !disabled)
  if (sold.length === 0) return null
  const down = new Set(
    affected.filter(({ status }) => status !== 'operational').map(({ game_id }) => game_id),
  )
  const ranked = sold.toSorted((a, b) => Number(b.popular) - Number(a.popular))
  return {
    names: ranked.slice(0, mostNames).map(({ name }) => name),
    games: sold.length,
    unaffected: sold.filter(({ id }) => !down.has(id)).length,
    /** The lowest price of a month. A product without that plan counts with its cheapest plan. */
    from: sold.map(startingPrice).reduce((a, b) => (b.price < a.price ? b : a)),
  }
}
export type Facts = ReturnType<typeof factsOf>
