import { ArrowLeft, History, Rss } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { type ChangelogEntry, releases } from '#contract/licensing/releases.ts'
import { ApiError, isMissing } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { Head } from '../../shell/head.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Day } from '../date.tsx'
import type { Route } from './+types/changelog'
import { UnknownProduct } from './unknown-product.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  try {
    return { found: await api(context, releases.changelog, { params: { id } }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isMissing(error)) return data({ found: null }, 404)
    throw data(error.message, error.status)
  }
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = (failure: ReactNode) => (
    <div className="page pt-6 sm:pt-10">
      <Head title="Changelog" />
      {failure}
    </div>
  )
  return <PageError error={error} failed="Failed to load the changelog" frame={frame} />
}

export default function Changelog({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) return <UnknownProduct />
  const { product, entries } = found
  const page = `/product/${product.id}/changelog`
  return (
    <div className="page max-w-240! pt-6 sm:pt-10">
      <Head
        title={`${product.name}: changelog`}
        description={`What changed in ${product.name}, version by version.`}
        path={page}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${product.name}: changelog`}
        href={`${page}/rss.xml`}
      />
      <Link
        to={`/product/${product.id}`}
        className="inline-flex min-h-10 items-center gap-2 rounded-sm text-[0.9375rem] text-soft transition-colors hover:text-ink [overflow-wrap:anywhere]"
      >
        <ArrowLeft size={18} aria-hidden="true" className="shrink-0" />
        {product.name}
      </Link>
      <header className="mt-4 flex flex-wrap items-end justify-between gap-4">
        <h1 className="display text-[clamp(1.875rem,5vw,3.25rem)] leading-[1.08]!">Changelog</h1>
        <a href={`${page}/rss.xml`} className={buttonClass()}>
          <Rss size={18} aria-hidden="true" />
          RSS
        </a>
      </header>
      {entries.length === 0 ? (
        <EmptyState icon={<History size={26} />} title="No releases yet">
          The release notes of each version will appear here.
        </EmptyState>
      ) : (
        <ol className="mt-8 border-line border-t">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: ChangelogEntry }) {
  const { id, version, channel, published_at, notes_html } = entry
  return (
    <li
      id={`release-${id}`}
      className="grid scroll-mt-24 gap-x-10 gap-y-3 border-line border-b py-8 sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="title flex flex-wrap items-center gap-2 text-xl [overflow-wrap:anywhere]">
          {version}
          {channel === 'beta' && <Badge tone="warning">Beta</Badge>}
        </h2>
        <p className="mt-1 text-faint text-sm">
          <Day at={published_at} />
        </p>
      </div>
      {notes_html ? (
        <div
          className="prose min-w-0"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
          dangerouslySetInnerHTML={{ __html: notes_html }}
        />
      ) : (
        <p className="text-faint">No release notes.</p>
      )}
    </li>
  )
}
