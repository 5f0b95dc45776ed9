import { ServerOff } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentRelease } from '#contract/licensing/releases.ts'
import type { ModuleHistory } from '#contract/outages/incidents.ts'
import type { ModuleStatus } from '#contract/outages/status.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { Moment } from '../date.tsx'
import { History } from './history.tsx'
import { StateBadge } from './state.tsx'

type ModuleListProps = {
  modules: readonly ModuleStatus[]
  history: readonly ModuleHistory[]
  current: readonly CurrentRelease[]
}

/** Every module in a row with its history. On a phone the history is below its name. */
export function ModuleList({ modules, history, current }: ModuleListProps) {
  const offered = new Map(current.map((each) => [each.repo, each]))
  const past = new Map(history.map((each) => [each.repo, each]))
  if (modules.length === 0) {
    return (
      <EmptyState icon={<ServerOff size={26} />} title="No modules yet">
        Modules appear here once their status is reported.
      </EmptyState>
    )
  }
  return (
    <ul className="surface notch-6 divide-y divide-line">
      {modules.map((module) => (
        <li
          key={module.repo}
          className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 px-5 py-4 sm:grid-cols-[1fr_auto_9rem] sm:px-7"
        >
          <h2 className="title min-w-0 text-base max-sm:col-span-2">
            {module.repo}
            <span className="ml-3 font-[450] text-faint text-sm tabular-nums tracking-normal [font-stretch:100%]">
              {module.version}
            </span>
          </h2>
          <p className="text-faint text-sm tabular-nums">
            <span className="max-sm:sr-only">Updated </span>
            <Moment at={module.last_updated} />
          </p>
          <div className="justify-self-end">
            <StateBadge status={module.status} />
          </div>
          {offered.has(module.repo) && <Current {...offered.get(module.repo)!} />}
          {past.has(module.repo) && (
            <div className="col-span-full mt-2">
              <History {...past.get(module.repo)!} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The version of the product or of the loader that customers get, and since when. */
function Current({ product, version, percent, since }: CurrentRelease) {
  return (
    <p className="col-span-full text-faint text-sm tabular-nums [overflow-wrap:anywhere]">
      {product ? (
        <Link
          to={`/product/${product.id}/changelog`}
          aria-label={`${product.name} ${version}, changelog`}
          className="inline-flex min-h-6 items-center rounded-sm text-soft underline decoration-field underline-offset-4 transition-colors hover:text-ink"
        >
          {product.name} {version}
        </Link>
      ) : (
        <span className="text-soft">Loader {version}</span>
      )}{' '}
      since <Moment at={since} />
      {percent < 100 && `, rolled out to ${percent}% of customers`}
    </p>
  )
}
