import { Link } from 'react-router'
import type { TextSummary } from '#contract/platform/staff-texts.ts'
import { textsToAccept } from '#contract/platform/text-pages.ts'
import { textLinkClass } from '../../account/auth-page.tsx'
import { textPages } from '../texts/pages.ts'
import { Published } from '../texts/texts.tsx'

/** The legally binding texts, and whether the operator has accepted each. */
export function TextsStep({ texts }: { texts: TextSummary[] }) {
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        Your shop comes with default texts. They do not know your business or the law where you
        sell. Read each text, change what does not fit, and accept or publish it.
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {textsToAccept.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <Link to={`/admin/settings/texts/${name}?from=setup`} className={textLinkClass}>
              {textPages[name].title}
            </Link>
            <span className="text-soft text-sm">
              <Published text={texts.find((text) => text.name === name)!} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
