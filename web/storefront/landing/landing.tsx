import { type Product, products } from '#contract/catalogue/products.ts'
import { brand } from '#contract/platform/brand.ts'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { findFeatured } from '../featured.ts'
import { Plans } from '../plans.tsx'
import type { Route } from './+types/landing'
import { Features } from './features.tsx'
import { Film } from './film/film.tsx'
import { filmProduct } from './film/film-words.ts'
import { OwnFilm } from './film/own-film.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Questions } from './questions.tsx'
import { Section } from './section.tsx'
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
    const [all, hero] = await Promise.all([api(context, products.list), api(context, brand.hero)])
    return ornamentsOf(all, hero)
  } catch (error) {
    if (error instanceof ApiError) return ornamentsOf([], null)
    throw error
  }
}

export function ornamentsOf(all: readonly Product[], hero: Result<typeof brand.hero> | null) {
  return {
    hero,
    covers: all.flatMap(({ image }) => image ?? []).slice(0, 9),
    featured: findFeatured(all),
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

export function Landing({ texts, covers, featured, products, hero }: LandingProps) {
  return (
    <>
      <Head description={texts.description} />
      <Hero texts={texts} covers={covers} hero={hero} />
      <FilmPart texts={texts} products={products} />
      <Features title={texts.features_title} features={texts.features} />
      <Steps title={texts.steps_title} steps={texts.steps} />
      {featured && (
        <Section
          title={texts.pricing_title}
          lead={fillIn(texts.pricing_lead, { product: featured.name })}
        >
          <Plans product={featured} />
        </Section>
      )}
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
