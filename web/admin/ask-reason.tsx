import type { ReactNode } from 'react'
import type { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { staffDevices } from '#contract/licensing/staff-devices.ts'
import type { staffUsers } from '#contract/people/staff-users.ts'
import type { staffDisputes } from '#contract/selling/staff-disputes.ts'
import type { staffPayouts } from '#contract/selling/staff-payouts.ts'
import type { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import type { Input, Result } from '#contract/wire/endpoint.ts'
import { longestReason } from '#contract/wire/reasons.ts'
import { TextField } from '../ui/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'

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
  /** The name under which the typed reason is stored if the session ends. */
  draft: string
  call: E
  /** Builds the call's input from the typed reason. */
  toInput: (reason: string) => Input<E>
  /** Renders the button that opens the dialog. */
  button: (ask: () => void) => ReactNode
  title: string
  confirm: string
  /** Whether the reason may be empty. */
  optional?: boolean
  done: string | ((answer: Result<E>) => string)
  /** The label of the cancel button. */
  cancel?: string
  failed: string
  children: ReactNode
}

/** A button whose action needs a confirmation and a reason. */
export function AskReason<E extends Asking>(props: AskReasonProps<E>) {
  const { draft, call, toInput, button, title, confirm, cancel, optional } = props
  return (
    <ActionDialog<E, { reason: string }>
      call={call}
      draft={draft}
      initial={{ reason: '' }}
      toInput={({ reason }) => toInput(reason)}
      button={button}
      title={title}
      submit={confirm}
      look="danger"
      cancel={cancel}
      done={props.done}
      failed={props.failed}
      // The effects that the page shows may be outdated by then.
      reload="always"
    >
      {(form) => (
        <>
          <div className="grid gap-4 text-soft">{props.children}</div>
          <TextField
            label={optional ? 'Reason (optional)' : 'Reason'}
            hint="Visible to staff only, in the log."
            autoComplete="off"
            maxLength={longestReason}
            {...form.input('reason')}
          />
        </>
      )}
    </ActionDialog>
  )
}
