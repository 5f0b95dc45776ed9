import { Link } from 'react-router'
import type { Trace, Verdict } from '#contract/staff-traces.ts'
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
    means: 'This is a copy as the shop issued it, to the last byte.',
  },
  strong: {
    label: 'Strong',
    tone: 'success',
    means: 'The file was changed, and marks in it still name one copy.',
  },
  mixed: {
    label: 'Mixed',
    tone: 'warning',
    means: 'The file has parts of several copies, each named below.',
  },
  changed: {
    label: 'Changed',
    tone: 'warning',
    means:
      'A block that the shop signed is in the file, on other bytes than it was signed for. It may have been taken from another copy: a lead, no proof.',
  },
  release: {
    label: 'Release only',
    tone: 'neutral',
    means: 'The file comes from a release of yours. Nothing in it names a copy.',
  },
  unknown: {
    label: 'Unknown',
    tone: 'neutral',
    means: 'Nothing in it names a copy or a release of this shop.',
  },
  looked_up: {
    label: 'Looked up',
    tone: 'neutral',
    means: 'The shop made this copy. No file was seen.',
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
              {verdict === 'mixed' ? 'Of the least sure of them: by' : 'By'} chance that happens in
              less than 1 of 10<sup>{error_below}</sup> files.
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
              This very file is kept as{' '}
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
            It tells whose copy it was, not who passed it on: a stolen account leaks too. Look at
            the places, devices and new browsers before you act.
          </Notice>
        )}
      </Card>
      {copies.map((copy) => (
        <TracedCopyCard key={copy.build} copy={copy} />
      ))}
      {more > 0 && <p className="text-soft">And {formatCount(more)} more copies.</p>}
    </>
  )
}

/** Says what the trace did not check, so that the result is not mistaken for a complete one. */
function Unchecked({ blocks, slots }: Trace['unchecked']) {
  if (blocks + slots === 0) return null
  const stuffed = [blocks > 0 && 'blocks', slots > 0 && 'slots'].filter(Boolean).join(' and ')
  return (
    <Notice className="mt-5">
      The file has {formatCount(blocks + slots)} more {stuffed} that were not checked, because
      10,000 came before them. Somebody may have added them to hide others.
    </Notice>
  )
}

const byHash = 'The shop issued a copy with this very hash. The file itself was not seen.'
