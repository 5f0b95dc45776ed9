import { Link } from 'react-router'
import { landing } from '../../content/landing.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Section } from './section.tsx'

export function Questions() {
  const { title, items, more } = landing.questions
  return (
    <Section title={title}>
      <Accordion
        items={items.map(({ question, answer }) => ({
          id: question,
          title: question,
          content: <p className="max-w-[64ch]">{answer}</p>,
        }))}
      />
      <p className="mt-6">
        <Link to="/faq" className="font-[600] underline decoration-signal underline-offset-4">
          {more}
        </Link>
      </p>
    </Section>
  )
}
