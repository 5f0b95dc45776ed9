import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Confirm, type ConfirmProps } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.ts'
import type { Action } from './action.ts'

type Asked = Pick<ConfirmProps, 'title' | 'children' | 'confirm' | 'cancel' | 'danger'>
type ConfirmActionProps<Given extends unknown[]> = Asked & {
  action: Action<Given>
  /** What it is run with. */
  input: Given
  /** What is pressed to be asked. */
  button: (ask: () => void) => ReactNode
}

/** A button whose action is asked for first. The question stays, with the reason, when it fails. */
export function ConfirmAction<Given extends unknown[]>(props: ConfirmActionProps<Given>) {
  const { action, input, button, ...asked } = props
  const [open, setOpen] = useState(false)
  // What another change has taken away takes the question with it, and not why it was refused.
  const reason = useRef<string>(undefined)
  useEffect(() => {
    reason.current = open ? action.error : undefined
  })
  useEffect(
    () => () => {
      if (reason.current) toast.error(reason.current)
    },
    [],
  )
  function close() {
    action.clear()
    setOpen(false)
  }
  async function proceed() {
    if (await action.run(...input)) close()
  }
  return (
    <>
      {button(() => setOpen(true))}
      <Confirm
        {...asked}
        open={open}
        onClose={close}
        pending={action.pending}
        problem={action.error}
        onConfirm={proceed}
      />
    </>
  )
}
