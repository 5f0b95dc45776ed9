import clsx from 'clsx'
import { Gamepad2 } from 'lucide-react'
import type { Product } from '#contract/catalogue/products.ts'

type CoverProps = {
  image: Product['image']
  /** The `sizes` attribute: the displayed width for each screen width. */
  sizes: string
  /** Loads the picture at once, for pictures that are initially in view. */
  eager?: boolean
  className?: string
}

/**
 * A product's picture that fills its frame. It has no alternative text, because the name is next to
 * it.
 */
export function Cover({ image, sizes, eager, className }: CoverProps) {
  return (
    <div className={clsx('relative overflow-clip bg-well', className)}>
      {image ? (
        <>
          {/* An element and not a style attribute, which the page's content security policy
              would block. */}
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
