import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type FaqCategory, type FaqEntry, faq, faqCategories } from '../../content/faq.ts'
import { Head } from '../../shell/head.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

type Shown = 'all' | FaqCategory

const chips = [
  { value: 'all' as Shown, label: 'All' },
  ...faqCategories.map((category) => ({ value: category, label: category })),
]

export default function Faq() {
  const [shown, setShown] = useState<Shown>('all')
  const entries = faq.filter(({ category }) => shown === 'all' || category === shown)
  return (
    <div className="page pt-10 sm:pt-16">
      <Head
        title="FAQ"
        description="Answers about accounts, purchases and the loader, and how to reach support."
      />
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
        <header>
          <h1 className="display text-[clamp(2.5rem,7vw,4.5rem)]">FAQ</h1>
          <p className="mt-5 max-w-[23em] text-lg text-soft">
            Frequently asked questions about accounts, purchases and the loader.
          </p>
        </header>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <RadioGroup
            legend="Category"
            hideLegend
            options={chips}
            value={shown}
            onChange={setShown}
          />
          <p role="status" className="sr-only">
            {entries.length} questions
          </p>
          <div className="mt-5">
            <Accordion
              key={shown}
              items={entries.map((entry) => ({
                id: entry.question,
                title: entry.question,
                content: <Answer entry={entry} />,
              }))}
            />
          </div>
        </div>
        <section aria-labelledby="support" className="lg:sticky lg:top-24">
          <h2 id="support" className="title text-lg">
            Still have a question?
          </h2>
          <p className="mt-1 mb-5 max-w-[23em] text-soft">
            Support is there around the clock. Tell us what you tried, and we take it from there.
          </p>
          <LinkButton to="/dashboard?t=support" look="primary">
            <LifeBuoy size={18} aria-hidden="true" />
            Contact Support
          </LinkButton>
        </section>
      </div>
    </div>
  )
}

function Answer({ entry: { answer, link } }: { entry: FaqEntry }) {
  return (
    <>
      <p className="max-w-[36.5em]">{answer}</p>
      {link && (
        <Link
          to={link.to}
          className="mt-3 inline-block font-[600] text-ink underline decoration-signal underline-offset-4"
        >
          {link.label}
        </Link>
      )}
    </>
  )
}
