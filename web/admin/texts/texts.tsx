import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { staffTexts, type TextSummary } from '#contract/platform/staff-texts.ts'
import { awaitsAcceptance, type PageName } from '#contract/platform/text-pages.ts'
import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { asStaff } from '../load.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import type { Route } from './+types/texts'
import { textPages } from './pages.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the texts', () => api(staffTexts.list))
}

const groups = [
  { kind: 'page', title: 'Pages' },
  { kind: 'legal', title: 'Legal' },
  { kind: 'mail', title: 'Mails' },
] as const

export default function Texts({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage
      path="texts"
      detail="All texts of the shop. Upgrades improve the texts that you have not changed."
      loaded={loaderData}
    >
      {({ texts }) => (
        <div className="grid max-w-4xl gap-8">
          {groups.map(({ kind, title }) => (
            <section key={kind} aria-labelledby={kind}>
              <h2 id={kind} className="title mb-3 text-lg">
                {title}
              </h2>
              <ul className="surface notch-6 divide-y divide-line">
                {texts
                  .filter((text) => introOf(text).kind === kind)
                  .map((text) => (
                    <Row key={text.name} text={text} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </SettingsPage>
  )
}

const introOf = ({ name, mail }: TextSummary) =>
  mail ? { ...mail, kind: 'mail' } : textPages[name as PageName]

function Row({ text }: { text: TextSummary }) {
  const { name, draft_at, draft_by } = text
  const { title, detail } = introOf(text)
  return (
    <li className="pressable group flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="title">
          <Link to={`/admin/settings/texts/${name}`} className="stretched">
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 text-soft text-sm">{detail}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-sm">
        {draft_at && <Badge tone="warning">{draft_by ? `Draft by ${draft_by}` : 'Draft'}</Badge>}
        <Published text={text} />
      </div>
      <ArrowRight
        size={18}
        aria-hidden="true"
        className="shrink-0 text-faint transition-colors group-hover:text-signal max-sm:hidden"
      />
    </li>
  )
}

/** The published version that visitors see. */
export function Published({ text }: { text: TextSummary }) {
  const { version, published_at, published_by } = text
  if (awaitsAcceptance(text)) return <Badge tone="warning">Default, not accepted</Badge>
  if (!published_at) return <span>Default</span>
  return (
    <span>
      Version {version}
      {published_by && ` by ${published_by}`}, <Moment at={published_at} />
    </span>
  )
}
