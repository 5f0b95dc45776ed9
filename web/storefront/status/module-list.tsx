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

/** Every module in a row with its history, which is below the name on narrow screens. */
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
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-5 py-3 sm:px-7 lg:grid-cols-[18rem_minmax(0,1fr)_8rem]"
        >
          <div className="min-w-0 self-start max-lg:contents">
            <h2 className="title text-base [overflow-wrap:anywhere]">
              {module.repo}
              <span className="ml-3 font-[450] text-faint text-sm tabular-nums tracking-normal [font-stretch:100%]">
                {module.version}
              </span>
            </h2>
            <p className="text-faint text-sm tabular-nums max-lg:order-1 max-lg:col-span-full">
              Updated <Moment at={module.last_updated} />
            </p>
            {offered.has(module.repo) && (
              <Current {...offered.get(module.repo)!} shown={module.version} />
            )}
          </div>
          <div className="justify-self-end lg:col-start-3 lg:row-start-1">
            <StateBadge status={module.status} />
          </div>
          {past.has(module.repo) && (
            <div className="max-lg:order-2 max-lg:col-span-full max-lg:mt-2 lg:col-start-2 lg:row-start-1">
              <History {...past.get(module.repo)!} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The version of the product or of the loader that customers get, and since when. `shown` is next to the name. */
function Current({ product, version, percent, since, shown }: CurrentRelease & { shown: string }) {
  return (
    <p className="text-faint text-sm tabular-nums [overflow-wrap:anywhere] max-lg:order-1 max-lg:col-span-full">
      {product ? (
        <Link
          to={`/product/${product.id}/changelog`}
          aria-label={`${product.name} ${version}, changelog`}
          className="inline-flex min-h-6 items-center rounded-sm text-soft underline decoration-field underline-offset-4 transition-colors hover:text-ink"
        >
          {product.name} {version}
        </Link>
      ) : (
        <span className="text-soft">{version === shown ? 'Available' : `Loader ${version}`}</span>
      )}{' '}
      since <Moment at={since} />
      {percent < 100 && `, rolled out to ${percent}% of customers`}
    </p>
  )
}
