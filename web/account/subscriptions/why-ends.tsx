import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { subscriptions } from '#contract/access/subscriptions.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { isLifetime } from '#contract/wire/terms.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatMoment } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ledgerSentence } from './ledger-words.ts'

type Answer = Result<typeof subscriptions.ledger>
type WhyEndsProps = {
  productId: number
  product: string
  /** False while the term is frozen or on hold. */
  endIsKnown: boolean
  over: boolean
}

/** The ledger of a subscription, as sentences. */
export function WhyEnds({ productId, product, endIsKnown, over }: WhyEndsProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useAction(subscriptions.ledger, {
    failed: 'The history could not be loaded. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: setAnswer,
  })
  const question = endIsKnown ? 'Why this end date?' : 'Where is my time?'
  return (
    <>
      <Button
        loading={ask.pending}
        onClick={() => ask.run({ params: { id: String(productId) } })}
        aria-label={`${question} ${product}`}
      >
        <ScrollText size={16} aria-hidden="true" />
        {question}
      </Button>
      <Dialog
        open={answer !== null}
        onClose={() => setAnswer(null)}
        title={product}
        actions={<Button onClick={() => setAnswer(null)}>Close</Button>}
      >
        {answer && <Lines answer={answer} over={over} />}
      </Dialog>
    </>
  )
}

function Lines({ answer, over }: { answer: Answer; over: boolean }) {
  const {
    began_at,
    entries,
    total,
    ends_at,
    stands_still_since: still,
    paused_until: paused,
  } = answer
  return (
    <div className="grid gap-4">
      <p className="text-soft">It started on {formatMoment(began_at)}.</p>
      {total > entries.length && (
        <p className="text-faint text-sm">These are the latest {entries.length} changes.</p>
      )}
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="text-faint text-sm tabular-nums">{formatMoment(entry.created_at)}</p>
            <p className="[overflow-wrap:anywhere]">{ledgerSentence(entry)}</p>
            {!isLifetime((Date.parse(entry.ends_at) - Date.parse(began_at)) / 1000) && (
              <p className="text-soft text-sm tabular-nums">
                New end date: {formatMoment(entry.ends_at)}
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="font-[600]">
        {paused
          ? `You have paused it until ${formatMoment(paused)}, so it ends on ${formatMoment(ends_at)}. If you resume early, it ends earlier by the same time.`
          : still
            ? `Your time has been frozen since ${formatMoment(still)}. The end date, ${formatMoment(ends_at)}, is postponed for as long as this lasts.`
            : `So it ${over ? 'ended' : 'ends'} on ${formatMoment(ends_at)}.`}
      </p>
    </div>
  )
}
