import { Link } from 'react-router'
import type { Release } from '#contract/licensing/staff-releases.ts'
import { formatCount } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { listedWith } from './mark-words.ts'

/** The version of a release, the customers who get it, and its changes. */
export function Identity({ release }: { release: Release }) {
  const { product, kind, version, channel, minimum, notes_html, sha256 } = release
  return (
    <div className="grid min-w-0 gap-1.5 py-1">
      <p className="text-soft text-sm [overflow-wrap:anywhere]">
        {product ? `Module of ${product.name}` : 'Loader'}
      </p>
      <p className="flex flex-wrap items-center gap-2 font-[600]">
        {version}
        {channel === 'beta' && <Badge tone="warning">Beta</Badge>}
        <Standing release={release} />
      </p>
      {notes_html && (
        <div
          // The headings of the notes are below the version, so they are not larger than the text.
          className="prose line-clamp-3 text-sm! [&_:is(h1,h2,h3,h4)]:text-sm"
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
  )
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
