import type { Product } from '#contract/catalogue/products.ts'
import { Cover } from '../cover.tsx'

/** Covers on a tilted wall behind the headline, fading towards it. Decoration only. */
export function CoverWall({ covers }: { covers: readonly NonNullable<Product['image']>[] }) {
  return (
    <div
      aria-hidden="true"
      className="cover-wall pointer-events-none absolute inset-x-0 bottom-0 h-80 md:inset-y-0 md:left-auto md:h-auto md:w-1/2"
    >
      <div className="absolute top-1/2 left-1/2 grid w-[28rem] md:w-[46rem] -translate-x-1/2 md:-translate-x-[45%] -translate-y-1/2 -rotate-9 grid-cols-3 gap-3.5 md:gap-5 *:odd:translate-y-10">
        {covers.map((image) => (
          <Cover
            key={image.src}
            image={image}
            sizes="(min-width: 48rem) 15rem, 8.75rem"
            className="surface notch-6 aspect-[4/5]"
          />
        ))}
      </div>
    </div>
  )
}
