import type { Game } from '#contract/games.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { StructuredData } from '../../shell/structured-data.tsx'
import { formatPrice } from '../../ui/price.tsx'

/** What the product's page tells search engines, and where its link is shared. */
export function ProductHead({ game }: { game: Game }) {
  const { shopName, siteUrl } = useConfig()
  const image = `/share/product-${game.id}.png`
  const description = `${game.name}: subscriptions from 1 to 12 months, ${formatPrice(game.price)} a month or less.`
  return (
    <>
      <Head title={game.name} description={description} image={image} type="product" />
      <meta property="product:price:amount" content={game.price.toFixed(2)} />
      <meta property="product:price:currency" content="USD" />
      <StructuredData
        data={{
          '@type': 'Product',
          name: game.name,
          description,
          sku: game.slug,
          image: [siteUrl + image, ...(game.imageUrl ? [siteUrl + game.imageUrl] : [])],
          brand: { '@type': 'Brand', name: shopName },
          offers: {
            '@type': 'Offer',
            url: `${siteUrl}/product/${game.id}`,
            price: game.price.toFixed(2),
            priceCurrency: 'USD',
            availability: `https://schema.org/${game.disabled ? 'OutOfStock' : 'InStock'}`,
          },
        }}
      />
    </>
  )
}
