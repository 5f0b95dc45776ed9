import { games } from '#contract/games.ts'
import { termPrice } from '#contract/terms.ts'
import type { Months } from '#contract/wire.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { addToCart } from './cart.ts'

/** Puts a game that only its id is known of into the cart, at today's price, and says so. */
export async function addGame(id: number, months: Months) {
  try {
    const game = await api(games.get, { params: { id: String(id) } })
    if (game.disabled) return void toast.error(`${game.name} is currently unavailable`)
    const price = termPrice(Math.round(game.price * 100), months) / 100
    const item = { id, title: game.name, image: game.imageUrl, price, term_length: months }
    if (addToCart(item)) toast.success(`${game.name} added to cart`)
    else toast.error(`${game.name} is already in your cart`)
  } catch (error) {
    toast.error(messageOf(error, 'Failed to fetch price'))
  }
}
