import { type Product, products } from '#contract/catalogue/products.ts'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { brand } from '#contract/platform/brand.ts'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { listPlanned } from '../featured.ts'
import type { Route } from './+types/landing'
import { factsOf } from './facts.ts'
import { Features } from './features.tsx'
import { Film } from './film/film.tsx'
import { filmProduct } from './film/film-words.ts'
import { OwnFilm } from './film/own-film.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { Questions } from './questions.tsx'
import { Steps } from './steps.tsx'
import { Testimonials } from './testimonials.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const words = await api(context, texts.landing)
  return { texts: words, ...(await readOrnaments(context)) }
}

/**
 * The pictures are decoration and the plans are also in the store, so the page works without them.
 * Content about a product is shown only while the product is for sale.
 */
async function readOrnaments(context: Route.LoaderArgs['context']) {
  try {
    const [all, hero, affected] = await Promise.all([
      api(context, products.list),
      api(context, brand.hero),
      api(context, incidents.affected).catch((error) => {
        if (error instanceof ApiError) return []
        throw error
      }),
    ])
    return ornamentsOf(all, hero, affected)
  } catch (error) {
    if (error instanceof ApiError) return ornamentsOf([], null)
    throw error
  }
}

export function ornamentsOf(
  all: readonly Product[],
  hero: Result<typeof brand.hero> | null,
  affected: readonly AffectedProduct[] = [],
) {
  return {
    hero,
    covers: all.flatMap(({ image }) => image ?? []).slice(0, 9),
    planned: listPlanned(all),
    facts: factsOf(all, affected),
    products: all.map(({ name }) => name),
  }
}

type LandingProps = { texts: LandingTexts } & ReturnType<typeof ornamentsOf>

export default function LandingRoute({ loaderData }: Route.ComponentProps) {
  return <Landing {...loaderData} />
}

/** The operator's own video, or the default film. */
function FilmPart({ texts, products }: Pick<LandingProps, 'texts' | 'products'>) {
  const { film_shown, film_title: title, film_lead: lead, film_address: address } = texts
  if (!film_shown) return null
  if (address) return <OwnFilm title={title} lead={lead} address={address} />
  return products.includes(filmProduct) && <Film title={title} lead={lead} />
}

export function Landing({ texts, covers, planned, facts, products, hero }: LandingProps) {
  return (
    <>
      <Head description={texts.description} />
      <Hero texts={texts} covers={covers} facts={facts} hero={hero} />
      <FilmPart texts={texts} products={products} />
      <Features title={texts.features_title} features={texts.features} />
      <Steps title={texts.steps_title} steps={texts.steps} />
      <Pricing texts={texts} products={planned} />
      <Testimonials
        title={texts.testimonials_title}
        testimonials={texts.testimonials}
        products={products}
      />
      <Questions texts={texts} />
      <FinalCall texts={texts} />
    </>
  )
}
