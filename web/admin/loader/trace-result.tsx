import { Link } from 'react-router'
import type { Trace, Verdict } from '#contract/licensing/staff-traces.ts'
import { formatCount, formatSize } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { tracedWith } from './mark-words.ts'
import { TracedCopyCard } from './traced-copy.tsx'

/** The label and the meaning of each verdict. */
export const verdicts: Record<Verdict, { label: string; tone: Tone; means: string }> = {
  certain: {
    label: 'Certain',
    tone: 'success',
    means: 'The file is identical to a copy that the shop issued.',
  },
  strong: {
    label: 'Strong',
    tone: 'success',
    means: 'The file was changed, but its marks still identify one copy.',
  },
  mixed: {
    label: 'Mixed',
    tone: 'warning',
    means: 'The file contains parts of several copies, listed below.',
  },
  changed: {
    label: 'Changed',
    tone: 'warning',
    means:
      'The file contains a block signed by the shop, but for different content. The block may have been taken from another copy, so this is a lead and not proof.',
  },
  release: {
    label: 'Release only',
    tone: 'neutral',
    means: 'The file comes from one of your releases, but no mark in it identifies a copy.',
  },
  unknown: {
    label: 'Unknown',
    tone: 'neutral',
    means: 'Nothing in the file matches a copy or a release of this shop.',
  },
  looked_up: {
    label: 'Looked up',
    tone: 'neutral',
    means: 'The shop issued this copy. No file was checked.',
  },
}

/**
 * The result of a trace: the verdict first, then each copy with its customer. `of` is the name of
 * the file.
 */
export function TraceResult({ trace, of }: { trace: Trace; of?: string | undefined }) {
  const { verdict, release, sha256, size, error_below, copies, more, evidence } = trace
  const { label, tone, means } = verdicts[verdict]
  return (
    <>
      <Card>
        <CardHeader title="Verdict" detail={of} actions={<Badge tone={tone}>{label}</Badge>} />
        <div className="grid gap-2 [overflow-wrap:anywhere]">
          <p>{sha256 && size === null && verdict === 'certain' ? byHash : means}</p>
          {error_below !== null && (
            <p>
              {verdict === 'mixed' ? 'For the least certain copy, the' : 'The'} probability of a
              chance match is below 1 in 10<sup>{error_below}</sup>.
            </p>
          )}
          {release && (
            <p className="text-soft">
              {release.product ? `Module of ${release.product}` : 'Loader'} {release.version}:{' '}
              {tracedWith(release)}
            </p>
          )}
          {sha256 && (
            <p className="font-mono text-faint text-xs">
              SHA-256 {sha256}
              {size !== null && `, ${formatSize(size)}`}
            </p>
          )}
          {evidence !== null && (
            <p className="text-soft">
              This file is stored as{' '}
              <Link to="/admin/loader/evidence" className="underline underline-offset-2">
                evidence {evidence}
              </Link>
              .
            </p>
          )}
        </div>
        <Unchecked {...trace.unchecked} />
        {copies.length > 0 && (
          <Notice className="mt-5">
            The result identifies the customer whose copy this was, not the person who leaked it.
            The account may have been stolen. Check the downloads, devices and new browsers before
            you act.
          </Notice>
        )}
      </Card>
      {copies.map((copy) => (
        <TracedCopyCard key={copy.build} copy={copy} />
      ))}
      {more > 0 && <p className="text-soft">{formatCount(more)} more copies are not shown.</p>}
    </>
  )
}

/** Says what the trace did not check, so that the result is not mistaken for a complete one. */
function Unchecked({ blocks, slots }: Trace['unchecked']) {
  if (blocks + slots === 0) return null
  const stuffed = [blocks > 0 && 'blocks', slots > 0 && 'slots'].filter(Boolean).join(' and ')
  return (
    <Notice className="mt-5">
      The file has {formatCount(blocks + slots)} more {stuffed} that were not checked, because a
      trace checks only the first 10,000. They may have been added to hide real ones.
    </Notice>
  )
}

const byHash = 'The shop issued a copy with exactly this hash. The file itself was not checked.'
