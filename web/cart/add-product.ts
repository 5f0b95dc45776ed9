import { products } from '#contract/products.ts'
import type { Months } from '#contract/wire.ts'
import { api } from '../api/client.ts'
import { failureOf } from '../api/error.ts'
import { toast } from '../ui/toast.ts'
import { addToCart, notAdded } from './cart.ts'

/** Puts a product that only its id is known of into the cart, at today's price, and says so. */
export async function addProduct(id: number, months: Months) {
  try {
    const product = await api(products.get, { params: { id: String(id) } })
    if (product.disabled) return void toast.error(`${product.name} is currently unavailable`)
    const { price } = product.terms.find((term) => term.months === months)!
    const item = { id, title: product.name, image: product.imageUrl, price, term_length: months }
    const reason = addToCart(item)
    if (reason) toast.error(notAdded(reason, product.name))
    else toast.success(`${product.name} added to cart`)
  } catch (error) {
    toast.error(failureOf(error, 'Failed to fetch price'))
  }
}
