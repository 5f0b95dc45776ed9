import { refusals } from './refusals.ts'

/** Why a product is unavailable. */
export const productRefusals = refusals({
  unknown_product: [404, 'Product not found'],
  product_unavailable: [409, '{product} is currently unavailable'],
  plan_unavailable: [409, '{product} is no longer sold for {term}'],
  unknown_image: [422, 'Image not found. Upload it again.'],
  already_lifetime: [409, 'You already have {product} for a lifetime'],
})
