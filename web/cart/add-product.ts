import { products } from '#contract/catalogue/products.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { fill } from '#contract/wire/refusals.ts'
import type { Plan } from '#contract/wire/terms.ts'
import { api } from '../api/client.ts'
import { toast } from '../ui/toast.ts'
import { addToCart, notAdded } from './cart.ts'

const unavailable = productRefusals.product_unavailable.sentence

/**
 * Adds a product to the cart by its id, at today's price, and shows a toast. It uses the given plan
 * if the product has it, else one month, else the first plan. Resolves to whether the product is in
 * the cart. Throws if the product cannot be loaded.
 */
export async function addProduct(id: number, wanted: Plan): Promise<boolean> {
  const product = await api(products.get, { params: { id } })
  if (product.disabled) {
    toast.error(fill(unavailable, { product: product.name }))
    return false
  }
  const { terms, name: title, imageUrl: image } = product
  const sold = (asked: Plan) => terms.find(({ plan }) => plan === asked)
  const { plan, price } = sold(wanted) ?? sold('1m') ?? terms[0]!
  const item = { id, title, image, price, plan }
  const reason = addToCart(item)
  if (reason) toast.error(notAdded(reason, product.name))
  else toast.success(isolated`${product.name} added to cart`)
  return reason === undefined || reason === 'held'
}

export const failedToAdd = 'Failed to fetch price'
