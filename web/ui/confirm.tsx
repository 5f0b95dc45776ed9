import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The question, which names the action and the object. */
  children: ReactNode
  confirm: string
  cancel?: string
  /** The action cannot be undone. */
  danger?: boolean
  /** The action is running. */
  pending?: boolean
  /** Why the last attempt failed. */
  problem?: string | undefined
  onConfirm: () => void
}

export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, children, confirm, cancel = 'Cancel' } = props
  const { danger, pending = false, problem, onConfirm } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      problem={problem}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-soft">{children}</div>
    </Dialog>
  )
}
