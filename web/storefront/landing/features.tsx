import { landing } from '../../content/landing.ts'
import { FrameTimes } from './drawings/frame-times.tsx'
import { Plates } from './drawings/plates.tsx'
import { Reticle } from './drawings/reticle.tsx'
import { Section } from './section.tsx'

const drawings = [Reticle, Plates, FrameTimes]

export function Features() {
  const { title, items } = landing.features
  return (
    <Section title={title}>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-3">
        {items.map((feature, i) => {
          const Drawing = drawings[i]!
          return (
            <li
              key={feature.title}
              className="surface notch-6 grid overflow-clip sm:max-lg:grid-cols-[2fr_3fr]"
            >
              <div className="bg-well">
                <Drawing />
              </div>
              <div className="self-center p-6 sm:p-7 lg:self-start">
                <h3 className="title text-xl">{feature.title}</h3>
                <p className="mt-3 text-soft leading-relaxed">{feature.text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
