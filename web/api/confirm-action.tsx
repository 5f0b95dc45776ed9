import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Confirm, type ConfirmProps } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.ts'
import type { Action } from './action.ts'

type Asked = Pick<ConfirmProps, 'title' | 'children' | 'confirm' | 'cancel' | 'danger'>
type ConfirmActionProps<Given extends unknown[]> = Asked & {
  action: Action<Given>
  /** The argument of the action. */
  input: Given
  /** Renders the button that opens the confirmation. */
  button: (ask: () => void) => ReactNode
}

/**
 * A button whose action needs a confirmation. If the action fails, the dialog stays open and shows
 * the reason.
 */
export function ConfirmAction<Given extends unknown[]>(props: ConfirmActionProps<Given>) {
  const { action, input, button, children, ...asked } = props
  const [open, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  // If another change removes the item, this dialog disappears with it, so show the reason in a
  // toast.
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
      {button(() => {
        setOpenings((before) => before + 1)
        setOpen(true)
      })}
      {openings > 0 && (
        <Confirm
          {...asked}
          open={open}
          onClose={close}
          pending={action.pending}
          problem={action.error}
          onConfirm={proceed}
        >
          {/* The key remounts the content at each opening, so that the effects are loaded again. */}
          <Fragment key={openings}>{children}</Fragment>
        </Confirm>
      )}
    </>
  )
}
