import { Suspense, use, useDeferredValue, useEffect } from 'react'
import { data } from 'react-router'
import { type Product, products } from '#contract/catalogue/products.ts'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { failedArrival } from '../../api/arrival.ts'
import { failureOf } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import type { Route } from './+types/store'
import { Catalogue } from './catalogue.tsx'
import { CatalogueSkeleton } from './catalogue-skeleton.tsx'

const failed = 'Failed to load games'
const none: AffectedProduct[] = []

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const [found, affected] = await Promise.all([
      api(context, products.list),
      api(context, incidents.affected),
    ])
    return { products: found, affected, error: null }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return data({ products: null, affected: none, error: failureOf(error, failed) }, 502)
  }
}

type Answer = { products: Product[] | null; affected: AffectedProduct[]; error: string | null }

/**
 * The last complete answer, so that Back restores a page of the same height and its scroll
 * position.
 */
let last: Answer | undefined

/** Shows the page at once on a navigation, with the last products until the new ones arrive. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return { last, later: serverLoader().catch(tell) }
}

/** The failure to show if the server was unreachable or a proxy responded in its place. */
function tell(error: unknown) {
  const failure = failedArrival(error)
  if (!failure) throw error
  return { products: null, affected: none, error: failureOf(failure, failed) }
}

export default function Store({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page pt-6 sm:pt-12">
      <Head
        title="Store"
        description="Browse the games we support and pick a subscription for as long as you play."
      />
      <h1 className="page-title">Store</h1>
      <Suspense fallback={<CatalogueSkeleton />}>
        <Loaded from={loaderData} />
      </Suspense>
    </div>
  )
}

function Loaded({ from }: { from: Route.ComponentProps['loaderData'] }) {
  const shown: Answer | Promise<Answer> = useDeferredValue(
    'later' in from ? from.later : from,
    'later' in from ? (from.last ?? from.later) : from,
  )
  const answer = shown instanceof Promise ? use(shown) : shown
  useEffect(() => {
    if (answer.products) last = answer
  }, [answer])
  return <Catalogue {...answer} />
}
