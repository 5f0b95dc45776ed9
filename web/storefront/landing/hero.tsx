import clsx from 'clsx'
import type { Product } from '#contract/catalogue/products.ts'
import type { brand } from '#contract/platform/brand.ts'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { LinkButton } from '../../ui/button.tsx'
import { AccessButton } from './access-button.tsx'
import { CoverWall } from './cover-wall.tsx'
import { FallingPieces } from './falling-pieces.tsx'
import { HeroPicture } from './hero-picture.tsx'

type HeroProps = {
  texts: LandingTexts
  covers: readonly NonNullable<Product['image']>[]
  /** The operator's own picture, in place of the default drawing. */
  hero: Result<typeof brand.hero> | null
}

export function Hero({ texts, covers, hero }: HeroProps) {
  return (
    <section className="relative flex flex-col justify-center overflow-clip md:min-h-[min(52rem,100svh-4rem)]">
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
          'page relative pt-14 sm:pt-20 md:pt-24 md:pb-36',
          hero?.picture || covers.length > 0 ? 'pb-96' : 'pb-14',
        )}
      >
        <h1 className="display max-w-[9.4em] text-[clamp(2.5rem,7.5vw,5.75rem)]">{texts.title}</h1>
        <p className="mt-7 max-w-[25em] text-lg text-soft leading-relaxed sm:text-xl">
          {texts.lead}
        </p>
        <div className="mt-10 flex flex-wrap gap-4">
          <AccessButton>{texts.access}</AccessButton>
          <LinkButton to="/store" size="large">
            {texts.store}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
