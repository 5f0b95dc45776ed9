import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { Finding } from '#contract/platform/services.ts'

const looks = {
  good: { icon: CircleCheck, colour: 'text-success', word: 'Passed: ' },
  bad: { icon: CircleAlert, colour: 'text-danger', word: 'Failed: ' },
  note: { icon: Info, colour: 'text-faint', word: '' },
}

export function Findings({ findings }: { findings: Finding[] }) {
  return (
    // An empty status region must be in the page for screen readers, but takes no space.
    <div role="status" className={clsx(findings.length === 0 && 'absolute')}>
      {findings.length > 0 && (
        <ul className="grid gap-2.5">
          {findings.map(({ kind, text }) => {
            const { icon: Icon, colour, word } = looks[kind]
            return (
              <li key={text} className="flex gap-2.5 text-[0.9375rem]">
                <Icon size={20} aria-hidden="true" className={clsx('h-[1lh] shrink-0', colour)} />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {word && <span className="sr-only">{word}</span>}
                  {text}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
