import clsx from 'clsx'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { FrameTimes } from './drawings/frame-times.tsx'
import { Plates } from './drawings/plates.tsx'
import { Reticle } from './drawings/reticle.tsx'
import { Section } from './section.tsx'

const drawings = [Reticle, Plates, FrameTimes]

type FeaturesProps = { title: string; features: LandingTexts['features'] }

/** Three features are one large and two next to it. Any other number is a grid. */
export function Features({ title, features }: FeaturesProps) {
  if (features.length === 0) return null
  const three = features.length === 3
  return (
    <Section title={title}>
      <ul
        className={clsx(
          'grid gap-4 sm:gap-6',
          three ? 'lg:grid-cols-[3fr_2fr] lg:grid-rows-2' : 'lg:grid-cols-2',
        )}
      >
        {features.map((feature, i) => {
          const Drawing = drawings[i % drawings.length]!
          return (
            <li
              key={feature.title}
              className={clsx(
                'surface notch-6 flex flex-col overflow-clip sm:max-lg:flex-row',
                i === 0 && (three ? 'lg:row-span-2' : features.length % 2 && 'lg:col-span-2'),
              )}
            >
              <div className="relative min-h-44 grow basis-1/2 bg-well">
                <Drawing />
              </div>
              <div className="p-6 sm:p-7 sm:max-lg:basis-1/2">
                <h3 className="title text-xl">{feature.title}</h3>
                <p className="mt-2 max-w-[32em] text-soft leading-relaxed">{feature.text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
