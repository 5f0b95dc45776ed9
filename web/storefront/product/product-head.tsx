import type { Product } from '#contract/catalogue/products.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { useConfig } from '../../config.ts'
import { formatPrice } from '../../format.ts'
import { Head } from '../../shell/head.tsx'
import { StructuredData } from '../../shell/structured-data.tsx'
import { startingPrice } from '../prices.ts'

/** `subscriptions from 1 to 12 months`. */
function lengthsOf({ terms }: Product): string {
  const [first, last] = [terms[0]!.plan, terms.at(-1)!.plan]
  if (terms.length === 1) return `subscriptions of ${labelOf(first).toLowerCase()}`
  const sameUnit = first.at(-1) === last.at(-1) && last !== 'lifetime'
  const from = sameUnit ? Number.parseInt(first, 10) : labelOf(first).toLowerCase()
  return `subscriptions from ${from} to ${labelOf(last).toLowerCase()}`
}

/** The product's metadata for search engines and shared links. */
export function ProductHead({ product }: { product: Product }) {
  const { shopName, siteUrl } = useConfig()
  const image = `/share/product-${product.id}.png`
  const { price, month } = startingPrice(product)
  const offered = month ? `${formatPrice(price)} a month or less` : `from ${formatPrice(price)}`
  const description = `${product.name}: ${lengthsOf(product)}, ${offered}.`
  return (
    <>
      <Head title={product.name} description={description} image={image} type="product" />
      <meta property="product:price:amount" content={price.toFixed(2)} />
      <meta property="product:price:currency" content={shopCurrency()} />
      <StructuredData
        data={{
          '@type': 'Product',
          name: product.name,
          description,
          sku: product.slug,
          ...(product.category && { category: product.category }),
          image: [siteUrl + image, ...(product.imageUrl ? [siteUrl + product.imageUrl] : [])],
          brand: { '@type': 'Brand', name: shopName },
          offers: {
            '@type': 'Offer',
            url: `${siteUrl}/product/${product.id}`,
            price: price.toFixed(2),
            ...(product.sale && { priceValidUntil: product.sale.until }),
            priceCurrency: shopCurrency(),
            availability: `https://schema.org/${product.disabled ? 'OutOfStock' : 'InStock'}`,
          },
        }}
      />
    </>
  )
}
