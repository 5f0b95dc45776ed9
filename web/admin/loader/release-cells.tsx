import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Release } from '#contract/licensing/staff-releases.ts'
import { formatCount } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { listedWith } from './mark-words.ts'

/** The version of a release, the customers who get it, and one line of its notes. */
export function Identity({ release }: { release: Release }) {
  const { product, version, channel } = release
  return (
    <div className="grid min-w-0 gap-0.5 max-md:gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2 font-[600]">
        {version}
        {channel === 'beta' && <Badge tone="warning">Beta</Badge>}
        <Standing release={release} />
        <span className="font-[400] text-soft text-sm [overflow-wrap:anywhere]">
          {product ? `Module of ${product.name}` : 'Loader'}
        </span>
      </p>
      <Details release={release} />
    </div>
  )
}

/** Collapsed, it shows the beginning of the notes. */
function Details({ release }: { release: Release }) {
  const { kind, minimum, notes_html, sha256 } = release
  return (
    <details className="group text-sm">
      <summary className="flex w-fit cursor-pointer list-none items-start gap-1 rounded-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={15}
          aria-hidden="true"
          className="mt-0.5 shrink-0 text-faint group-open:rotate-90"
        />
        <span className="line-clamp-1 [overflow-wrap:anywhere] group-open:hidden">
          {beginningOf(notes_html) || 'Details'}
        </span>
        <span className="hidden group-open:inline">Details</span>
      </summary>
      <div className="grid gap-2 py-2 pl-5">
        {notes_html && (
          <div
            // The headings of the notes are below the version, so they are not larger than the text.
            className="prose text-sm! [&_:is(h1,h2,h3,h4)]:text-sm"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
            dangerouslySetInnerHTML={{ __html: notes_html }}
          />
        )}
        <p className="text-faint text-xs">
          {minimum && `Requires loader ${minimum} · `}
          {kind === 'loader' && `${listedWith(release)} · `}
          <span className="font-mono" title={sha256}>
            SHA-256 {sha256.slice(0, 16)}…
          </span>
        </p>
      </div>
    </details>
  )
}

/** The beginning of the notes as plain text, enough for one line. */
function beginningOf(html: string): string {
  const { textContent } = new DOMParser().parseFromString(html, 'text/html').body
  return textContent.slice(0, 200).trim()
}

function Standing({ release: { current, offered, percent } }: { release: Release }) {
  if (!current) return offered ? <Badge tone="neutral">Previously promoted</Badge> : null
  return (
    <>
      <Badge tone="success">Current</Badge>
      {percent < 100 && <Badge tone="neutral">{percent}%</Badge>}
    </>
  )
}

export function BuildCounts({ ready, building, failed }: Release['builds']) {
  return (
    <span className="tabular-nums">
      {formatCount(ready)} ready
      {building > 0 && <span className="text-soft">, {formatCount(building)} building</span>}
      {failed > 0 && (
        <>
          {', '}
          <Link
            to="/admin/loader/builds?status=failed"
            className="text-danger underline underline-offset-2"
          >
            {formatCount(failed)} failed
          </Link>
        </>
      )}
    </span>
  )
}
