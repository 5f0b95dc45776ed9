import { Pause as PauseIcon, Play } from 'lucide-react'
import { type Subscription, subscriptions } from '#contract/access/subscriptions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { shopNow } from '#web/clock.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { formatMoment } from '../../format.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const day = 86_400

type PauseProps = { subscription: Subscription }

const formName = ({ game_id }: Subscription) => `pause ${game_id}`

/** Pauses the time of a product. */
export function Pause({ subscription }: PauseProps) {
  const uid = useSession()?.uid ?? 0
  const [open, setOpen] = useDraftDialog(uid, formName(subscription))
  const { pause, product_name: product } = subscription
  if (pause?.problem === 'pause_used')
    return <p className="w-full text-soft text-sm">You have already paused this term once.</p>
  if (!pause || pause.problem) return null
  return (
    <>
      <Button aria-label={`Pause ${product}`} onClick={() => setOpen(true)}>
        <PauseIcon size={16} aria-hidden="true" />
        Pause
      </Button>
      {open && (
        <PauseDialog subscription={subscription} most={pause.days} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Parses the typed number of days. The form refuses anything else. */
const daysOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

type DialogProps = PauseProps & { most: number; onClose: () => void }

function PauseDialog({ subscription, most, onClose }: DialogProps) {
  const { game_id, product_name: product, created_at, term_length, renewal } = subscription
  const form = useRecordForm<typeof subscriptions.pause, { days: string }>(subscriptions.pause, {
    initial: { days: String(Math.min(7, most)) },
    toInput: ({ days }) => ({ params: { id: String(game_id) }, body: { days: daysOf(days) } }),
    done: ({ until }) => isolated`${product} is paused until ${formatMoment(until)}`,
    failed: 'Your time could not be paused. Please try again.',
    draft: { uid: useSession()?.uid ?? 0, form: formName(subscription) },
    onDone: onClose,
  })
  const now = shopNow()
  const days = daysOf(form.values.days)
  const fits = days >= 1 && days <= most
  const left = Math.max(0, Math.floor((Date.parse(created_at) - now) / 1000) + term_length)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Pause ${product}`}
      submit="Pause"
      cancel="Keep playing"
    >
      <TextField
        label="Number of days"
        hint={most === 1 ? 'One day.' : `From 1 to ${most}.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        className="max-w-40"
        {...form.input('days')}
      />
      <ul className="grid list-disc gap-2 pl-5 text-soft [overflow-wrap:anywhere]">
        <li>
          Your time is paused
          {fits && (
            <>
              {' '}
              until <strong className="text-ink">{formatMoment(now + days * day * 1000)}</strong>
            </>
          )}
          , and then resumes automatically. You can resume it earlier at any time.
        </li>
        <li>
          You keep all of your remaining time: <strong className="text-ink">{exactly(left)}</strong>
          .
        </li>
        <li>
          You cannot play during the pause. A running game is ended, and the loader says that you
          have paused.
        </li>
        {renewal?.state === 'on' && (
          <li>
            Nothing is charged during the pause. The next charge is postponed by the same time.
          </li>
        )}
        <li>You can pause each term that you buy or renew only once, even if you resume early.</li>
      </ul>
    </FormDialog>
  )
}

type ResumeProps = PauseProps & { paused: NonNullable<Subscription['paused']> }

/** Ends a pause early. */
export function Resume({ subscription, paused }: ResumeProps) {
  const { game_id, product_name: product } = subscription
  const resume = useAction(subscriptions.resume, {
    done: isolated`${product} has resumed`,
    failed: 'Your time could not be resumed. Please try again.',
  })
  return (
    <ConfirmAction
      action={resume}
      input={[{ params: { id: String(game_id) } }]}
      button={(ask) => (
        <Button aria-label={`Resume now: ${product}`} onClick={ask}>
          <Play size={16} aria-hidden="true" />
          Resume now
        </Button>
      )}
      title="Resume now?"
      confirm="Resume now"
      cancel="Stay paused"
    >
      <p>
        The remaining {exactly(paused.left)} of <strong className="text-ink">{product}</strong>{' '}
        resume immediately, and you can play. You cannot pause this term again.
      </p>
    </ConfirmAction>
  )
}
