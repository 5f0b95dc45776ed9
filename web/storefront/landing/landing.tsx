import { ArrowRight } from 'lucide-react'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'

const steps = [
  { title: 'Sign Up', text: 'Create your account and confirm your email.' },
  { title: 'Download', text: 'Pick a game, then get a loader built for you.' },
  { title: 'Start Playing', text: 'Run the loader and join your next match.' },
]

export default function Landing() {
  const { product } = useConfig()
  return (
    <div className="page flex grow flex-col">
      <Head
        description={`${product}: subscriptions for the games you play, with a loader built for you.`}
      />
      <section className="flex grow flex-col justify-center py-20 sm:py-28">
        <h1 className="display max-w-[13ch] text-[clamp(2.75rem,9vw,6.5rem)]">
          Precision aim, protected play.
        </h1>
        <p className="mt-8 max-w-[48ch] text-lg text-soft leading-relaxed sm:text-xl">
          One subscription per game, for as long as you play it. Your loader is built for you alone
          and ready within minutes of paying.
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
      </section>
      <section aria-labelledby="how" className="border-line border-t pt-12">
        <h2 id="how" className="title text-xl">
          How it works
        </h2>
        <ol className="mt-8 grid gap-8 sm:grid-cols-3 sm:gap-12">
          {steps.map((step, i) => (
            <li key={step.title} className="flex gap-5">
              <span aria-hidden="true" className="display text-3xl text-signal tabular-nums">
                {i + 1}
              </span>
              <div>
                <h3 className="title text-lg">{step.title}</h3>
                <p className="mt-1 text-soft">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
