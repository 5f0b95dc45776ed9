import { Clock } from 'lucide-react'
import {
  giftTerms,
  longestGiftNote,
  longestGiftReason,
  staffSubscriptions,
} from '#contract/access/staff-subscriptions.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { labelOf, monthsOf } from '#contract/wire/terms.ts'
import { useAsk } from '../../api/ask.ts'
import { useAttemptId } from '../../api/attempt-id.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { EffectsBox, useEffectsPreview } from '../effects.tsx'
import { timeSentences } from './time-effects.ts'

type GiveTimeProps = {
  user: { uid: number; username: string }
  me: Me
  /** The product that is selected initially. */
  productId?: number | undefined
  /** The accessible name of the button. */
  label?: string
}

/** The name of the draft of one button, because a user has a button for each product. */
const draftOf = ({ user, productId = 0 }: GiveTimeProps) => `give-time ${user.uid} ${productId}`

/** Gives a user time on a product. */
export function GiveTime(props: GiveTimeProps) {
  const [open, setOpen] = useDraftDialog(props.me.uid, draftOf(props))
  return (
    <>
      <Button size="small" aria-label={props.label} onClick={() => setOpen(true)}>
        <Clock size={16} aria-hidden="true" />
        Give time
      </Button>
      {open && <Products {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type OpenProps = GiveTimeProps & { onClose: () => void }
type Givable = { id: number; name: string; plans: string[] }

function Products(props: OpenProps) {
  const { answer, error } = useAsk(staffSubscriptions.products, undefined)
  if (answer) return <GiveDialog {...props} products={answer} />
  return (
    <Dialog open onClose={props.onClose} title="Give time">
      {error ? (
        <ErrorBox>{messageOf(error, 'Failed to load products')}</ErrorBox>
      ) : (
        <Loading label="Loading products..." />
      )}
    </Dialog>
  )
}

type Fields = {
  game_id: string
  /** `days`, `hours`, or a term. */
  length: string
  hours: string
  reason: string
  note: string
}

const hoursOf = ({ length, hours: typed }: Pick<Fields, 'length' | 'hours'>) => {
  const count = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return length === 'days' ? count * 24 : count
}

function lengthOf(fields: Fields) {
  const { length } = fields
  if (length === 'days' || length === 'hours') return { hours: hoursOf(fields) }
  const term_length = giftTerms.find(({ days }) => String(days) === length)?.days
  return term_length ? { term_length } : { plan: length }
}

/** Options: a number of days or hours, the four standard terms, and the product's other terms. */
function lengthsOf(product: Givable | undefined) {
  const others = product?.plans.filter((plan) => monthsOf(plan) === null) ?? []
  return [
    { value: 'days', label: 'A number of days' },
    { value: 'hours', label: 'A number of hours' },
    ...giftTerms.map(({ days, label }) => ({ value: String(days), label })),
    ...others.map((plan) => ({ value: plan, label: labelOf(plan) })),
  ]
}

function GiveDialog(props: OpenProps & { products: readonly Givable[] }) {
  const { user, me, productId, products, onClose } = props
  const params = { uid: user.uid }
  const idOf = useAttemptId()
  const form = useEndpointForm<typeof staffSubscriptions.give, Fields>(staffSubscriptions.give, {
    initial: {
      game_id: String(productId ?? products[0]?.id ?? ''),
      length: 'days',
      hours: '',
      reason: '',
      note: '',
    },
    toInput(fields) {
      const { reason, note } = fields
      const body = { game_id: Number(fields.game_id), ...lengthOf(fields), reason, note }
      return { params, body: { ...body, ...idOf(JSON.stringify(body)) } }
    },
    done: ({ product_name }) => isolated`${user.username} was given time on ${product_name}`,
    failed: 'Failed to give time',
    draft: { uid: me.uid, form: draftOf(props) },
    onDone: onClose,
  })
  const { values } = form
  const chosen = products.find(({ id }) => String(id) === values.game_id)
  const counted = values.length === 'days' || values.length === 'hours'
  const known = values.game_id !== '' && !(counted && !(hoursOf(values) > 0))
  const tried = useEffectsPreview(
    staffSubscriptions.preview,
    known ? { params, body: { game_id: Number(values.game_id), ...lengthOf(values) } } : null,
  )
  // Why the rules refuse the choice. Field errors are shown at their fields.
  const refused =
    known &&
    !tried.asking &&
    tried.error instanceof ApiError &&
    [403, 404, 409].includes(tried.error.status)
  const leave = () => form.close(onClose)
  return (
    <Dialog
      open
      onClose={leave}
      title={isolated`Give ${user.username} time`}
      className="max-w-[min(52rem,calc(100vw-2rem))]"
      problem={form.error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            type="submit"
            form={form.id}
            look="primary"
            disabled={refused}
            loading={form.pending}
          >
            Give time
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
        <form {...form.attributes} className="grid min-w-0 content-start gap-5">
          <Select
            label="Product"
            options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.input('game_id')}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Select label="Length" options={lengthsOf(chosen)} {...form.input('length')} />
            {counted && (
              <TextField
                label={values.length === 'days' ? 'Days' : 'Hours'}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                {...form.input('hours')}
              />
            )}
          </div>
          <TextField
            label="Reason"
            hint="Visible to staff only, in the log."
            autoComplete="off"
            maxLength={longestGiftReason}
            {...form.input('reason')}
          />
          <TextArea
            label="Note to the customer (optional)"
            hint="Emailed to the customer with the new expiry date. Without a note, no email is sent."
            rows={3}
            maxLength={longestGiftNote}
            {...form.input('note')}
          />
        </form>
        <EffectsBox
          tried={tried}
          toSentences={(effects) => [
            ...timeSentences(effects),
            ...(values.note.trim() ? ['Emails the note to the customer'] : []),
          ]}
          hint="Enter a length to see the effects."
        />
      </div>
    </Dialog>
  )
}
