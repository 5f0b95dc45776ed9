import type { Product } from '#contract/catalogue/products.ts'

type HeroPictureProps = { picture: NonNullable<Product['image']>; alt: string }

/** The operator's own picture, below the headline or next to it, fading towards it. */
export function HeroPicture({ picture, alt }: HeroPictureProps) {
  return (
    <div className="cover-wall pointer-events-none absolute inset-x-0 bottom-0 h-80 md:inset-y-0 md:left-auto md:h-auto md:w-1/2">
      <picture>
        <source type="image/avif" srcSet={picture.avif} sizes="(min-width: 48rem) 50vw, 100vw" />
        <source type="image/webp" srcSet={picture.webp} sizes="(min-width: 48rem) 50vw, 100vw" />
        <img
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt={alt}
          fetchPriority="high"
          className="size-full object-cover"
        />
      </picture>
    </div>
  )
}
