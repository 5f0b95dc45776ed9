import clsx from 'clsx'
import { Gamepad2 } from 'lucide-react'
import type { Product } from '#contract/products.ts'

type CoverProps = {
  image: Product['image']
  /** The `sizes` attribute: how wide it is shown at which screen width. */
  sizes: string
  /** Fetched at once, for what is in view first. */
  eager?: boolean
  className?: string
}

/** A product's picture filling its frame. The name stands beside it, so it has no text of its own. */
export function Cover({ image, sizes, eager, className }: CoverProps) {
  return (
    <div className={clsx('relative overflow-clip bg-well', className)}>
      {image ? (
        <>
          {/* An element and not a style attribute, which the page's policy would not let through. */}
          <svg aria-hidden="true" className="absolute inset-0 size-full">
            <rect width="100%" height="100%" fill={image.color} />
          </svg>
          <picture>
            <source type="image/avif" srcSet={image.avif} sizes={sizes} />
            <source type="image/webp" srcSet={image.webp} sizes={sizes} />
            <img
              src={image.src}
              width={image.width}
              height={image.height}
              alt=""
              loading={eager ? 'eager' : 'lazy'}
              fetchPriority={eager ? 'high' : 'auto'}
              decoding={eager ? 'auto' : 'async'}
              className="absolute inset-0 size-full object-cover"
            />
          </picture>
        </>
      ) : (
        <Gamepad2
          size={40}
          strokeWidth={1.25}
          aria-hidden="true"
          className="absolute inset-0 m-auto text-field"
        />
      )}
    </div>
  )
}
