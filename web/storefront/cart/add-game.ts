import { games } from '#contract/games.ts'
import type { Months } from '#contract/wire.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { addToCart, notAdded } from './cart.ts'

/** Puts a game that only its id is known of into the cart, at today's price, and says so. */
export async function addGame(id: number, months: Months) {
  try {
    const game = await api(games.get, { params: { id: String(id) } })
    if (game.disabled) return void toast.error(`${game.name} is currently unavailable`)
    const { price } = game.terms.find((term) => term.months === months)!
    const item = { id, title: game.name, image: game.imageUrl, price, term_length: months }
    const reason = addToCart(item)
    if (reason) toast.error(notAdded(reason, game.name))
    else toast.success(`${game.name} added to cart`)
  } catch (error) {
    toast.error(failureOf(error, 'Failed to fetch price'))
  }
}
