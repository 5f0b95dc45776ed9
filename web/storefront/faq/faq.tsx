import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { FaqTexts } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { AnyLink } from '../../ui/any-link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { Route } from './+types/faq'

export const loader = ({ context }: Route.LoaderArgs) => api(context, texts.faq)

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  return <Faq texts={loaderData} />
}

const all = 'All'

export function Faq({ texts }: { texts: FaqTexts }) {
  const categories = [...new Set(texts.questions.map(({ category }) => category))]
  const [chosen, setShown] = useState(all)
  const shown = categories.includes(chosen) ? chosen : all
  const questions = texts.questions.filter(({ category }) => shown === all || category === shown)
  return (
    <div className="page pt-10 sm:pt-16">
      <Head title="FAQ" description={texts.lead} />
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
        <header>
          <h1 className="page-title">FAQ</h1>
          <p className="mt-5 max-w-[23em] text-lg text-soft">{texts.lead}</p>
        </header>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {categories.length > 1 && (
            <RadioGroup
              legend="Category"
              hideLegend
              options={[all, ...categories].map((name) => ({ value: name, label: name }))}
              value={shown}
              onChange={setShown}
            />
          )}
          <p role="status" className="sr-only">
            {questions.length} questions
          </p>
          <div className="mt-5">
            <Accordion
              key={shown}
              items={questions.map((entry) => ({
                id: entry.question,
                title: entry.question,
                content: <Answer entry={entry} />,
              }))}
            />
          </div>
        </div>
        <section aria-labelledby="support" className="lg:sticky lg:top-24">
          <h2 id="support" className="title text-lg">
            {texts.support_title}
          </h2>
          <p className="mt-1 mb-5 max-w-[23em] text-soft">{texts.support_text}</p>
          <LinkButton to="/dashboard?t=support" look="primary">
            <LifeBuoy size={18} aria-hidden="true" />
            Contact Support
          </LinkButton>
        </section>
      </div>
    </div>
  )
}

function Answer({ entry }: { entry: FaqTexts['questions'][number] }) {
  const { answer, link_label, link_to } = entry
  return (
    <>
      <p className="max-w-[36.5em] whitespace-pre-line">{answer}</p>
      {link_to && (
        <AnyLink
          to={link_to}
          className="mt-3 inline-block font-[600] text-ink underline decoration-signal underline-offset-4"
        >
          {link_label || link_to}
        </AnyLink>
      )}
    </>
  )
}
