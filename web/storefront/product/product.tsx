import { ArrowLeft, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Link, useSearchParams } from 'react-router'
import { products } from '#contract/catalogue/products.ts'
import { incidents } from '#contract/outages/incidents.ts'
import { ApiError, isMissing } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { affectedOf } from '../affected.tsx'
import { Cover } from '../cover.tsx'
import type { Route } from './+types/product'
import { Offer } from './offer.tsx'
import { ProductHead } from './product-head.tsx'
import { UnknownProduct } from './unknown-product.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!params.id) return data({ product: null, affected: undefined }, 404)
  try {
    const [product, affected] = await Promise.all([
      api(context, products.get, { params: { id: params.id } }),
      api(context, incidents.affected),
    ])
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
    <div className="page pt-6 sm:pt-10">
      <ProductHead product={product} />
      <BackLink />
      <div className="mt-4 grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Cover
          image={product.image}
          sizes="(min-width: 80rem) 30rem, (min-width: 48rem) 38vw, 94vw"
          eager
          className="surface notch-10 aspect-square sm:aspect-[4/5] md:sticky md:top-24"
        />
        <div className="min-w-0">
          <Offer key={`${product.id} ${query.get('plan')}`} product={product} affected={affected} />
          <div
            className="prose mt-14"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
            dangerouslySetInnerHTML={{ __html: product.description_html }}
          />
          {product.changelog && (
            <LinkButton to={`/product/${product.id}/changelog`} className="mt-8">
              <History size={18} aria-hidden="true" />
              Changelog
            </LinkButton>
          )}
        </div>
      </div>
    </div>
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
