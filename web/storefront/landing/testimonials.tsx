import clsx from 'clsx'
import { landing } from '../../content/landing.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Section } from './section.tsx'

export function Testimonials({ products }: { products: readonly string[] }) {
  const { title } = landing.testimonials
  const items = landing.testimonials.items.filter(({ product }) => products.includes(product))
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-[3fr_2fr]">
        {items.map(({ quote, name, product, since }, i) => (
          <li key={name} className={clsx('surface notch-6 p-6 sm:p-8', i === 0 && 'lg:row-span-2')}>
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
                  <span className="block text-faint text-sm">{`${product}, ${since}`}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
