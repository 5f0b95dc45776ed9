import { ArrowRight } from 'lucide-react'
import { games } from '#contract/games.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { Route } from './+types/landing'
import { CoverWall } from './cover-wall.tsx'

/** The pictures are an ornament: the page stands without them. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const all = await api(context, games.list)
    return { covers: all.flatMap(({ image }) => image ?? []).slice(0, 9) }
  } catch (error) {
    if (error instanceof ApiError) return { covers: [] }
    throw error
  }
}

const steps = [
  { title: 'Sign Up', text: 'Create your account and confirm your email.' },
  { title: 'Download', text: 'Pick a game, then get a loader built for you.' },
  { title: 'Start Playing', text: 'Run the loader and join your next match.' },
]

export default function Landing({ loaderData: { covers } }: Route.ComponentProps) {
  const { product } = useConfig()
  return (
    <>
      <Head
        description={`${product}: subscriptions for the games you play, with a loader built for you.`}
      />
      <section className="relative flex grow flex-col justify-center overflow-clip">
        <CoverWall covers={covers} />
        <div className="page relative pt-16 pb-88 sm:pt-20 md:py-32">
          <h1 className="display max-w-[12ch] text-[clamp(2.5rem,7.5vw,5.75rem)]">
            Precision aim, protected play.
          </h1>
          <p className="mt-7 max-w-[44ch] text-lg text-soft leading-relaxed sm:text-xl">
            One subscription per game, for as long as you play it. Your loader is built for you
            alone and ready within minutes of paying.
          </p>
          <div className="mt-10 flex flex-wrap gap-4">
            <LinkButton to="/signup" look="primary" size="large">
              Get Access Now
              <ArrowRight size={20} aria-hidden="true" />
            </LinkButton>
            <LinkButton to="/store" size="large">
              Browse Store
            </LinkButton>
          </div>
        </div>
      </section>
      <section aria-labelledby="how" className="page mt-16">
        <h2 id="how" className="title text-2xl">
          How it works
        </h2>
        <ol className="mt-8 grid gap-4 sm:grid-cols-3 sm:gap-6">
          {steps.map((step, i) => (
            <li key={step.title} className="surface notch-6 p-6 sm:p-7">
              <span aria-hidden="true" className="display text-4xl text-signal tabular-nums">
                {i + 1}
              </span>
              <h3 className="title mt-5 text-lg">{step.title}</h3>
              <p className="mt-1 text-soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
