import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { formatDay } from '../../format.ts'
import { isOver } from '../../renewal-words.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'

const formName = ({ id }: CardRenewal) => `stop ${id}`

/** Stops a renewal after a confirmation. The customer may give a reason. */
export function StopRenewal({ renewal }: { renewal: CardRenewal }) {
  const [open, setOpen] = useDraftDialog(useSession()?.uid ?? 0, formName(renewal))
  return (
    <>
      <Button aria-label={`Stop: ${renewal.product_name}`} onClick={() => setOpen(true)}>
        Stop
      </Button>
      {open && <StopDialog renewal={renewal} onClose={() => setOpen(false)} />}
    </>
  )
}

function StopDialog({ renewal, onClose }: { renewal: CardRenewal; onClose: () => void }) {
  const { id, product_name: product, ends } = renewal
  const form = useEndpointForm(renewals.stop, {
    initial: { reason: '' },
    toInput: (body) => ({ params: { id }, body }),
    done: isolated`${product} no longer renews`,
    failed: 'The renewal could not be stopped. Please try again.',
    draft: { uid: useSession()?.uid ?? 0, form: formName(renewal) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Stop the renewal"
      submit="Stop the renewal"
      look="danger"
      cancel="Keep it"
    >
      <p className="text-soft">
        You will not be charged for <strong className="text-ink">{product}</strong> again, and
        failed payments are not retried.{' '}
        {isOver(ends)
          ? `Your time ended on ${formatDay(ends)}.`
          : `You keep your time until ${formatDay(ends)}. Until then, you can turn the renewal on again at the same price.`}
      </p>
      <TextArea label="Reason (optional)" rows={2} maxLength={500} {...form.input('reason')} />
    </FormDialog>
  )
}
