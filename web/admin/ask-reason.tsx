import { type ReactNode, useState } from 'react'
import type { Input, Result } from '#contract/endpoint.ts'
import { longestReason } from '#contract/reasons.ts'
import type { Me } from '#contract/sessions.ts'
import type { staffDevices } from '#contract/staff-devices.ts'
import type { staffDisputes } from '#contract/staff-disputes.ts'
import type { staffPayouts } from '#contract/staff-payouts.ts'
import type { staffPriceChanges } from '#contract/staff-price-changes.ts'
import type { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { staffUsers } from '#contract/staff-users.ts'
import { useEndpointForm } from '../api/form.ts'
import { FormDialog } from '../api/form-dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

type Asking =
  | typeof staffDevices.remove
  | typeof staffDevices.reset
  | typeof staffDevices.liftCooldown
  | typeof staffSubscriptions.resume
  | typeof staffSubscriptions.undo
  | typeof staffDisputes.accept
  | typeof staffUsers.removeSecondFactor
  | typeof staffUsers.endSessions
  | typeof staffPayouts.withdraw
  | typeof staffPriceChanges.cancel
  | typeof staffUsers.remove

type AskReasonProps<E extends Asking> = {
  me: Pick<Me, 'uid'>
  /** What the typed reason is kept under, when the session ends meanwhile. */
  draft: string
  call: E
  /** Makes the call's input of the typed reason. */
  toInput: (reason: string) => Input<E>
  /** What is pressed to be asked. */
  button: (ask: () => void) => ReactNode
  title: string
  confirm: string
  /** Whether it goes without a reason too. */
  optional?: boolean
  done: string | ((answer: Result<E>) => string)
  /** What leaves it as it is. */
  cancel?: string
  failed: string
  children: ReactNode
}

/** A button whose action is asked for first, with its reason. */
export function AskReason<E extends Asking>({ button, ...asked }: AskReasonProps<E>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {button(() => setOpen(true))}
      {open && <ReasonDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  )
}

type ReasonDialogProps<E extends Asking> = Omit<AskReasonProps<E>, 'button'> & {
  onClose: () => void
}

function ReasonDialog<E extends Asking>(props: ReasonDialogProps<E>) {
  const { me, draft, call, toInput, title, confirm, cancel, optional, onClose } = props
  const { done, failed, children } = props
  const form = useEndpointForm<E, { reason: string }>(call, {
    initial: { reason: '' },
    toInput: ({ reason }) => toInput(reason),
    done,
    failed,
    // What was shown as its effects may be old by then.
    reload: 'always',
    draft: { uid: me.uid, form: draft },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      submit={confirm}
      look="danger"
      {...(cancel && { cancel })}
    >
      <div className="grid gap-4 text-soft">{children}</div>
      <TextField
        label={optional ? 'Reason (optional)' : 'Reason'}
        hint="For staff. It is kept in the log."
        autoComplete="off"
        maxLength={longestReason}
        {...form.input('reason')}
      />
    </FormDialog>
  )
}
