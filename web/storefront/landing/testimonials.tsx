import clsx from 'clsx'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Section } from './section.tsx'

type TestimonialsProps = {
  title: string
  testimonials: LandingTexts['testimonials']
  products: readonly string[]
}

/** A testimonial about a product is shown only while the product is for sale. */
export function Testimonials({ title, testimonials, products }: TestimonialsProps) {
  const items = testimonials.filter(({ product }) => !product || products.includes(product))
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-[3fr_2fr]">
        {items.map(({ quote, name, product, since }, i) => (
          <li
            key={quote}
            className={clsx(
              'surface notch-6 p-6 sm:p-8',
              i === 0 && items.length > 1 && 'lg:row-span-2',
              items.length === 1 && 'lg:col-span-2',
            )}
          >
            <figure className="flex h-full flex-col justify-between gap-8">
              <blockquote
                className={clsx(
                  i === 0
                    ? 'display text-[clamp(1.375rem,2.6vw,2.125rem)] leading-[1.2]'
                    : 'text-lg leading-relaxed',
                )}
              >
                “{quote}”
              </blockquote>
              <figcaption className="flex items-center gap-3">
                <Avatar name={name} className="size-10" />
                <span>
                  <span className="title block">{name}</span>
                  <span className="block text-faint text-sm">
                    {[product, since].filter(Boolean).join(', ')}
                  </span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
