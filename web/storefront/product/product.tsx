import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Link, useSearchParams } from 'react-router'
import { type ProductPage, products } from '#contract/catalogue/products.ts'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { ApiError, isMissing } from '../../api/error.ts'
import { api, skipCache } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { affectedOf, StatusBadge } from '../affected.tsx'
import { Cover } from '../cover.tsx'
import type { Route } from './+types/product'
import { Details } from './details.tsx'
import { Offer } from './offer.tsx'
import { ProductHead } from './product-head.tsx'
import { Screenshots } from './screenshots.tsx'
import { UnknownProduct } from './unknown-product.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!params.id) return data({ product: null, affected: undefined }, 404)
  try {
    const [product, affected] = await Promise.all([
      api(context, products.get, { params: { id: params.id } }),
      api(context, incidents.affected),
    ])
    // Links can name any number of plans. Only pages with a plan on sale are cached.
    const plan = new URL(request.url).searchParams.get('plan')
    if (plan && !product.terms.some((term) => term.plan === plan)) skipCache(context)
    return { product, affected: affectedOf(affected, product.id) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A malformed id also counts as an unknown product.
    if (isMissing(error)) return data({ product: null, affected: undefined }, 404)
    // Thrown as a response, because an Error thrown on the server reaches the page as a bug.
    throw data(error.message, error.status)
  }
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = (failure: ReactNode) => (
    <div className="page pt-6 sm:pt-10">
      <Head title="Store" />
      <BackLink />
      <div className="mt-4">{failure}</div>
    </div>
  )
  return <PageError error={error} failed="Failed to load the game" frame={frame} />
}

export default function Product({ loaderData: { product, affected } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  if (!product) return <UnknownProduct />
  return (
    <div className="page pt-4 sm:pt-8">
      <ProductHead product={product} />
      <BackLink />
      <div className="product-page mt-2 sm:mt-4">
        <header className="self-center [grid-area:name] md:self-start">
          <h1
            className={clsx(
              'display leading-[1.08]! [overflow-wrap:anywhere]',
              product.name.length > 40
                ? 'text-[clamp(1.125rem,3.4vw,2rem)]'
                : 'text-[clamp(1.625rem,5vw,2.875rem)]',
            )}
          >
            {product.name}
          </h1>
          <Badges product={product} affected={affected} />
        </header>
        <Cover
          image={product.image}
          sizes="(min-width: 80rem) 30rem, (min-width: 48rem) 38vw, 7rem"
          eager
          className="surface notch-10 aspect-[4/5] self-start [grid-area:cover] md:aspect-square"
        />
        <div className="min-w-0 [grid-area:offer]">
          <Offer key={`${product.id} ${query.get('plan')}`} product={product} affected={affected} />
        </div>
        <div className="grid min-w-0 content-start gap-10 [grid-area:details]">
          <Details product={product} affected={affected} />
        </div>
        <div className="grid min-w-0 content-start gap-10 [grid-area:text]">
          <Screenshots shots={product.screenshots} />
          {product.description_html && (
            <div
              className="prose min-w-0"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
              dangerouslySetInnerHTML={{ __html: product.description_html }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

type BadgesProps = { product: ProductPage; affected: AffectedProduct | undefined }

/** Badges for a product that is unavailable, down or on sale. Empty for all others. */
function Badges({ product: { disabled, sale }, affected }: BadgesProps) {
  return (
    <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {disabled && <Badge tone="warning">Currently unavailable</Badge>}
      <StatusBadge affected={affected} />
      {sale && !disabled && <Badge tone="signal">Sale: {sale.percent}% off</Badge>}
    </p>
  )
}

function BackLink() {
  return (
    <Link
      to="/store"
      className="inline-flex h-10 items-center gap-2 rounded-sm text-[0.9375rem] text-soft transition-colors hover:text-ink"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      Back to Store
    </Link>
  )
}
