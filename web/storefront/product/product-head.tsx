import type { Product } from '#contract/products.ts'
import { useConfig } from '../../config.ts'
import { formatPrice } from '../../format.ts'
import { Head } from '../../shell/head.tsx'
import { StructuredData } from '../../shell/structured-data.tsx'

/** What the product's page tells search engines, and where its link is shared. */
export function ProductHead({ product }: { product: Product }) {
  const { shopName, siteUrl } = useConfig()
  const image = `/share/product-${product.id}.png`
  const description = `${product.name}: subscriptions from 1 to 12 months, ${formatPrice(product.price)} a month or less.`
  return (
    <>
      <Head title={product.name} description={description} image={image} type="product" />
      <meta property="product:price:amount" content={product.price.toFixed(2)} />
      <meta property="product:price:currency" content="USD" />
      <StructuredData
        data={{
          '@type': 'Product',
          name: product.name,
          description,
          sku: product.slug,
          image: [siteUrl + image, ...(product.imageUrl ? [siteUrl + product.imageUrl] : [])],
          brand: { '@type': 'Brand', name: shopName },
          offers: {
            '@type': 'Offer',
            url: `${siteUrl}/product/${product.id}`,
            price: product.price.toFixed(2),
            priceCurrency: 'USD',
            availability: `https://schema.org/${product.disabled ? 'OutOfStock' : 'InStock'}`,
          },
        }}
      />
    </>
  )
}
