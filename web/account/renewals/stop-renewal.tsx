import { useState } from 'react'
import { type CardRenewal, renewals } from '#contract/renewals.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatDay } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { TextArea } from '../../ui/text-field.tsx'

/** Stops a renewal, once its customer has confirmed it; why is theirs to say. */
export function StopRenewal({ renewal }: { renewal: CardRenewal }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { id, product_name: product, ends } = renewal
  const stop = useAction(renewals.stop, {
    done: `${product} does not renew any more`,
    failed: 'The renewal could not be stopped. Please try again.',
    say: messageOf,
    onDone: () => setOpen(false),
  })
  function close() {
    stop.clear()
    setOpen(false)
  }
  return (
    <>
      <Button size="small" aria-label={`Stop: ${product}`} onClick={() => setOpen(true)}>
        Stop
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title="Stop the renewal"
        confirm="Stop the renewal"
        cancel="Keep it"
        danger
        pending={stop.pending}
        problem={stop.error}
        onConfirm={() => stop.run({ params: { id: String(id) }, body: { reason } })}
      >
        <p>
          From now on nothing is charged for <strong className="text-ink">{product}</strong>, and no
          payment that failed is tried again. Your time stays until {formatDay(ends)}; until then
          you can turn it on again at the same price.
        </p>
        <TextArea
          label="Why, if you like to say"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Confirm>
    </>
  )
}
