import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import {
  longestRefundNote,
  type Refundable,
  type RefundReason,
  refundReasons,
  refundRefusals,
  staffRefunds,
} from '#contract/selling/staff-refunds.ts'
import { useAttemptId } from '../../api/attempt-id.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { formatPrice } from '../../format.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { EffectsBox, useEffectsPreview } from '../effects.tsx'
import { refundSentences } from './refund-effects.ts'
import { hasPartOfLifetime, type Part, partsOf, RefundItems, readParts } from './refund-items.tsx'

type RefundDialogProps = { order: StaffOrder; refundable: Refundable; onClose: () => void }

type Fields = {
  parts: Part[]
  take_time: boolean
  /** Empty until a staff member has chosen. */
  lifetime: '' | 'end' | 'leave'
  /**
   * Whether the use of the discount code is released. Null until a staff member chooses; until then
   * only a full refund releases it.
   */
  give_code: boolean | null
  stop_renewal: boolean
  reason: RefundReason
  note: string
}

/** The name under which unsaved changes are stored when the session ends. */
export const refundDraft = ({ order }: StaffOrder) => `refund ${order.id}`

/** Chooses what to refund, and shows the effects. Mount it to open it. */
export function RefundDialog({ order: staffOrder, refundable, onClose }: RefundDialogProps) {
  const { order } = staffOrder
  const params = { id: order.id }
  const coded = order.items.some(({ discount }) => discount !== null)
  const session = useSession()
  const isAdmin = session?.admin ?? false
  const idOf = useAttemptId()
  /** Builds the request. It has no items while the form is invalid. */
  function wantedOf({ parts, take_time, lifetime, give_code, stop_renewal }: Fields) {
    const { items } = readParts(parts, refundable)
    const asksLifetime = take_time && hasPartOfLifetime(items, refundable)
    // A full refund releases the discount use by default. Otherwise the code would stay used up.
    const all = centsOf(items) === Math.round(refundable.left * 100)
    return {
      items,
      take_time,
      ...(asksLifetime && lifetime && { take_lifetime: lifetime === 'end' }),
      give_code: isAdmin && coded && (give_code ?? all),
      stop_renewal,
    }
  }
  const crypto = order.type === 'crypto'
  // A crypto refund takes the same input. It is offered to the customer as a payout, and takes
  // effect once that is sent.
  const endpoint = (crypto ? staffPayouts.offer : staffRefunds.add) as typeof staffRefunds.add
  const form = useRecordForm<typeof staffRefunds.add, Fields>(endpoint, {
    initial: {
      parts: partsOf(refundable),
      ...{ take_time: true, lifetime: '', give_code: null, stop_renewal: true },
      ...{ reason: 'requested', note: '' },
    },
    toInput(fields) {
      const { items, ...others } = wantedOf(fields)
      const { reason, note } = fields
      const asked = { items: items ?? [], ...others, reason, note }
      // The id of a refund does not depend on the amount left, because a refund whose response was
      // lost has changed that.
      const body = { ...asked, left: refundable.left, ...idOf(JSON.stringify(asked)) }
      return { params, body }
    },
    done: ({ status, amount }) =>
      crypto
        ? 'The customer gets an email with a link to enter an address'
        : outcomes[status](formatPrice(amount)),
    failed: crypto ? 'Failed to offer the refund' : 'Failed to create the refund',
    reload: 'always',
    draft: { uid: session?.uid ?? 0, form: refundDraft(staffOrder) },
    onDone: onClose,
  })
  const { items, ...others } = wantedOf(form.values)
  const needsAdmin = !isAdmin && hasPartOfLifetime(items, refundable)
  const wanted = items && !needsAdmin ? { items, ...others } : null
  const tried = useEffectsPreview(staffRefunds.preview, wanted && { params, body: wanted })
  const cents = centsOf(items)
  const parts = form.control('parts')
  const leave = () => form.close(onClose)
  return (
    <Dialog
      open
      onClose={leave}
      title={crypto ? 'Offer refund' : 'Refund'}
      className="max-w-[min(56rem,calc(100vw-2rem))]"
      problem={form.error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          {/* Submitted only by a click: Enter in an amount must not move money. */}
          <Button
            look="danger"
            loading={form.pending}
            disabled={!wanted || !tried.current}
            onClick={form.sendHeld}
          >
            {crypto ? 'Offer' : 'Refund'} {cents > 0 && formatPrice(cents / 100)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="grid min-w-0 content-start gap-5">
          <RefundItems
            parts={parts.value}
            refundable={refundable}
            faults={readParts(parts.value, refundable).faults}
            onChange={parts.onChange}
          />
          <fieldset className="grid gap-1">
            <legend className="label mb-1">Also</legend>
            {isAdmin ? (
              <Checkbox label="Revoke the refunded time" {...form.input('take_time')} />
            ) : (
              <p className="text-[0.9375rem] text-soft">
                The refunded time is revoked. Only administrators can keep it
                {coded && ' or release the discount codes'}.
              </p>
            )}
            {needsAdmin && <Notice>{refundRefusals.lifetime_part.sentence}</Notice>}
            {isAdmin && form.values.take_time && hasPartOfLifetime(items, refundable) && (
              <Select
                label="Lifetime"
                hint="A lifetime cannot be revoked in part. Choose whether it ends or stays."
                options={lifetimeChoices}
                {...form.input('lifetime')}
              />
            )}
            {coded && isAdmin && (
              <Checkbox
                label="Release the discount codes"
                checked={others.give_code}
                onChange={({ target }) => form.set({ give_code: target.checked })}
              />
            )}
            {refundable.renews && (
              <Checkbox label="Cancel the renewal" {...form.input('stop_renewal')} />
            )}
          </fieldset>
          <Select
            label="Reason"
            options={refundReasons.map(({ reason: value, label }) => ({ value, label }))}
            {...form.input('reason')}
          />
          <TextArea
            label="Note"
            hint="Visible to staff only."
            rows={2}
            maxLength={longestRefundNote}
            {...form.input('note')}
          />
        </div>
        <EffectsBox
          tried={tried}
          toSentences={refundSentences}
          hint="Choose what to refund to see the effects."
        />
      </div>
    </Dialog>
  )
}

const lifetimeChoices = [
  { value: '', label: 'Choose' },
  { value: 'end', label: 'End the lifetime' },
  { value: 'leave', label: 'Keep the lifetime' },
]

/** The sum of the amounts, in cents. */
const centsOf = (items: readonly { amount: number }[] | null) =>
  items?.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) ?? 0

const outcomes = {
  asked: () => 'Stripe did not respond. The refund is retried automatically.',
  pending: (amount: string) => `The refund of ${amount} is pending`,
  succeeded: (amount: string) => `${amount} refunded`,
  failed: () => 'Stripe refused the refund. See the Refunds card for the reason.',
  canceled: () => 'The refund was canceled',
}
