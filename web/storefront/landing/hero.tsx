import clsx from 'clsx'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import type { brand } from '#contract/platform/brand.ts'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { formatList, formatPrice } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { AccessButton } from './access-button.tsx'
import { CoverWall } from './cover-wall.tsx'
import type { Facts } from './facts.ts'
import { FallingPieces } from './falling-pieces.tsx'
import { HeroPicture } from './hero-picture.tsx'

type HeroProps = {
  texts: LandingTexts
  covers: readonly NonNullable<Product['image']>[]
  facts: Facts
  /** The operator's own picture, in place of the default drawing. */
  hero: Result<typeof brand.hero> | null
}

export function Hero({ texts, covers, facts, hero }: HeroProps) {
  return (
    <section className="relative flex flex-col justify-center overflow-clip md:min-h-[min(48rem,100svh-4rem)]">
      {hero?.picture ? (
        <HeroPicture picture={hero.picture} alt={hero.alt} />
      ) : (
        <>
          <CoverWall covers={covers} />
          <FallingPieces />
        </>
      )}
      {/* On a narrow screen the pictures are below the text. */}
      <div
        className={clsx(
          'page relative pt-10 sm:pt-16 md:py-20',
          hero?.picture || covers.length > 0 ? 'pb-86' : 'pb-14',
        )}
      >
        <h1 className="display max-w-[9.4em] text-[clamp(min(2.25rem,10.5vw),5.2vw,4.25rem)] leading-[1.06]!">
          {texts.title}
        </h1>
        <p className="mt-5 max-w-[27em] text-lg text-soft leading-relaxed sm:mt-6">{texts.lead}</p>
        <div className="mt-7 flex gap-3 max-sm:flex-col sm:mt-9 sm:gap-4">
          <AccessButton>{texts.access}</AccessButton>
          <LinkButton to="/store" size="large">
            {texts.store}
          </LinkButton>
        </div>
        {facts && <Proof facts={facts} />}
      </div>
    </section>
  )
}

/** The games, the lowest price, and how many games have no known problems. */
function Proof({ facts }: { facts: NonNullable<Facts> }) {
  const { names, games, unaffected, from } = facts
  const others = games - names.length
  const named = formatList([...names, ...(others > 0 ? [`${others} more`] : [])])
  return (
    <div className="mt-7 grid max-w-[27em] gap-2.5 sm:mt-9">
      <p className="font-[600] [overflow-wrap:anywhere]">
        {`${named}, from ${formatPrice(from.price)}${from.month ? ' a month' : ''}`}
      </p>
      <p className="flex gap-2.5 text-soft">
        <CircleCheck size={18} aria-hidden="true" className="h-[1lh] shrink-0 text-success" />
        <Link
          to="/status"
          className="underline decoration-edge underline-offset-4 transition-colors hover:text-ink hover:decoration-signal"
        >
          {`No known problems with ${unaffected} of ${games === 1 ? '1 game' : `${games} games`}`}
        </Link>
      </p>
    </div>
  )
}
