import { ArrowRight } from 'lucide-react'
import type { Product } from '#contract/products.ts'
import { landing } from '../../content/landing.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CoverWall } from './cover-wall.tsx'
import { FallingPieces } from './falling-pieces.tsx'

export function Hero({ covers }: { covers: readonly NonNullable<Product['image']>[] }) {
  return (
    <section className="relative flex flex-col justify-center overflow-clip md:min-h-[min(52rem,100svh-4rem)]">
      <CoverWall covers={covers} />
      <FallingPieces />
      <div className="page relative pt-14 pb-96 sm:pt-20 md:pt-24 md:pb-36">
        <h1 className="display max-w-[9.4em] text-[clamp(2.5rem,7.5vw,5.75rem)]">
          {landing.title}
        </h1>
        <p className="mt-7 max-w-[25em] text-lg text-soft leading-relaxed sm:text-xl">
          {landing.lead}
        </p>
        <div className="mt-10 flex flex-wrap gap-4">
          <LinkButton to="/signup" look="primary" size="large">
            {landing.access}
            <ArrowRight size={20} aria-hidden="true" />
          </LinkButton>
          <LinkButton to="/store" size="large">
            {landing.store}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
