import { useState } from 'react'
import type { StaffOrder } from '#contract/staff-orders.ts'
import {
  longestRefundNote,
  type Refundable,
  type RefundReason,
  refundReasons,
  staffRefunds,
} from '#contract/staff-refunds.ts'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { useAttemptId } from '../../api/attempt-id.ts'
import { messageOf } from '../../api/error.ts'
import { isSame } from '../../api/rebase.ts'
import { useUnsaved } from '../../api/unsaved.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { Effects } from './refund-effects.tsx'
import { type Part, partsOf, RefundItems, readParts } from './refund-items.tsx'

type RefundDialogProps = { order: StaffOrder; refundable: Refundable; onClose: () => void }

const typing = 400

/** Chooses what is given back, beside what that does. Mount it to open it. */
export function RefundDialog({ order, refundable, onClose }: RefundDialogProps) {
  const [begun] = useState(() => partsOf(refundable))
  const [parts, setParts] = useState<Part[]>(begun)
  const [takeTime, setTakeTime] = useState(true)
  const [chosenCode, setGiveCode] = useState<boolean>()
  const [stop, setStop] = useState(true)
  const [reason, setReason] = useState<RefundReason>('requested')
  const [note, setNote] = useState('')
  const { items, faults } = readParts(parts, refundable)
  const cents = items?.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) ?? 0
  const coded = order.order.items.some(({ discount }) => discount !== null)
  const wanted = items && {
    items,
    take_time: takeTime,
    // Used up by an order of which all went back, it would be lost.
    give_code: coded && (chosenCode ?? cents === Math.round(refundable.left * 100)),
    stop_renewal: stop,
  }
  const params = { id: order.order.id }
  const tried = useAsk(staffRefunds.preview, wanted ? { params, body: wanted } : null, {
    pause: typing,
  })
  const nameOf = useAttemptId()
  const { done, close } = useUnsaved(note.trim() !== '' || !isSame(begun, parts))
  const leave = () => close(onClose)
  const refund = useAction(staffRefunds.add, {
    done: ({ status, amount }) => outcomes[status](formatPrice(amount)),
    failed: 'The refund could not be asked for',
    say: messageOf,
    reload: 'always',
    onDone: () => {
      done()
      onClose()
    },
  })
  function give() {
    if (!wanted) return
    const body = { ...wanted, left: refundable.left, reason, note }
    void refund.run({ params, body: { ...body, ...nameOf(JSON.stringify(body)) } })
  }
  return (
    <Dialog
      open
      onClose={leave}
      title="Refund"
      className="max-w-[min(56rem,calc(100vw-2rem))]"
      problem={refund.error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            look="danger"
            loading={refund.pending}
            disabled={!wanted || !tried.current}
            onClick={give}
          >
            {cents > 0 ? `Refund ${formatPrice(cents / 100)}` : 'Refund'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="grid min-w-0 content-start gap-5">
          <RefundItems
            parts={parts}
            refundable={refundable}
            faults={faults}
            onChange={(changed) => {
              refund.clear()
              setParts(changed)
            }}
          />
          <fieldset className="grid gap-1">
            <legend className="label mb-1">With it</legend>
            <Checkbox
              label="Take the time that goes with the amount"
              checked={takeTime}
              onChange={({ target }) => setTakeTime(target.checked)}
            />
            {coded && (
              <Checkbox
                label="Give the codes back"
                checked={wanted?.give_code ?? chosenCode ?? false}
                onChange={({ target }) => setGiveCode(target.checked)}
              />
            )}
            {order.order.autorenew && (
              <Checkbox
                label="Stop the renewal"
                checked={stop}
                onChange={({ target }) => setStop(target.checked)}
              />
            )}
          </fieldset>
          <Select
            label="Reason"
            options={refundReasons.map(({ reason: value, label }) => ({ value, label }))}
            value={reason}
            onChange={({ target }) => setReason(target.value as RefundReason)}
          />
          <TextArea
            label="Note"
            hint="For staff. The customer does not see it."
            rows={2}
            maxLength={longestRefundNote}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <Effects
          effects={wanted ? tried.answer : undefined}
          error={wanted ? tried.error : undefined}
          asking={tried.asking}
        />
      </div>
    </Dialog>
  )
}

const outcomes = {
  asked: () => 'Stripe did not answer. It is asked again by itself.',
  pending: (amount: string) => `${amount} are on their way back`,
  succeeded: (amount: string) => `${amount} were refunded`,
  failed: () => 'Stripe refused the refund. The card below says why.',
  canceled: () => 'The refund was canceled',
}
