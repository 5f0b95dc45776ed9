import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmProps = {
  open: boolean
  onClose: () => void
  title: string
  /** A question before an action, which names what it does and to whom. */
  children: ReactNode
  confirm: string
  cancel?: string
  /** It takes something away that does not come back. */
  danger?: boolean
  /** It is being done. */
  pending?: boolean
  /** Why the last try did not work. */
  problem?: string | undefined
  onConfirm: () => void
}

/** Asks before something is done. */
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
