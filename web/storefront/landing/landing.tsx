import { brand } from '#contract/brand.ts'
import { products } from '#contract/products.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { landing } from '../../content/landing.ts'
import { Head } from '../../shell/head.tsx'
import { findFeatured } from '../featured.ts'
import { Plans } from '../plans.tsx'
import type { Route } from './+types/landing'
import { Features } from './features.tsx'
import { Film } from './film/film.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Questions } from './questions.tsx'
import { Section } from './section.tsx'
import { Steps } from './steps.tsx'
import { Testimonials } from './testimonials.tsx'

/**
 * The pictures are an ornament, and the plans are in the store: the page stands without them. What
 * tells of a product shows while it is there.
 */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const [all, hero] = await Promise.all([api(context, products.list), api(context, brand.hero)])
    return {
      hero,
      covers: all.flatMap(({ image }) => image ?? []).slice(0, 9),
      featured: findFeatured(all),
      products: all.map(({ name }) => name),
    }
  } catch (error) {
    if (error instanceof ApiError)
      return { covers: [], featured: null, products: [] as string[], hero: null }
    throw error
  }
}

export default function Landing({
  loaderData: { covers, featured, products, hero },
}: Route.ComponentProps) {
  const { shopName } = useConfig()
  return (
    <>
      <Head
        description={`${shopName}: subscriptions for the games you play, with a loader built for you.`}
      />
      <Hero covers={covers} hero={hero} />
      {products.includes(landing.film.product) && <Film />}
      <Features />
      <Steps />
      {featured && (
        <Section title={landing.pricing.title} lead={`${landing.pricing.lead} ${featured.name}.`}>
          <Plans product={featured} />
        </Section>
      )}
      <Testimonials products={products} />
      <Questions />
      <FinalCall />
    </>
  )
}
