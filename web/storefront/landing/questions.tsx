import { useId } from 'react'
import { Link } from 'react-router'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { Accordion } from '../../ui/accordion.tsx'

export function Questions({ texts }: { texts: LandingTexts }) {
  const id = useId()
  const { questions_title: title, questions_more: more, questions } = texts
  if (questions.length === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="page mt-24 grid items-start gap-x-16 gap-y-8 sm:mt-32 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <h2 id={id} className="display lg:max-w-[9.4em] text-[clamp(1.75rem,4vw,2.75rem)]">
          {title}
        </h2>
        <Link
          to="/faq"
          className="mt-5 inline-block font-[600] underline decoration-signal underline-offset-4"
        >
          {more}
        </Link>
      </div>
      <Accordion
        items={questions.map(({ question, answer }) => ({
          id: question,
          title: question,
          content: <p className="max-w-[36.5em] whitespace-pre-line">{answer}</p>,
        }))}
      />
    </section>
  )
}
