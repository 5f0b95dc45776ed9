import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What it does and to whom, before it is done. */
  children: ReactNode
  confirm: string
  cancel?: string
  /** It takes something away that does not come back. */
  danger?: boolean
  /** Closes when it resolves; resolves to a sentence that says why it did not work. */
  onConfirm: () => Promise<string | undefined>
}

/** Asks before something is done, and stays with the reason when it fails. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, children, confirm, cancel = 'Cancel', danger, onConfirm } = props
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string | undefined>()
  function close() {
    setError(undefined)
    onClose()
  }
  async function proceed() {
    setWorking(true)
    setError(undefined)
    const refusal = await onConfirm()
    setWorking(false)
    if (refusal === undefined) close()
    else setError(refusal)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      problem={error}
      actions={
        <>
          <Button onClick={close}>{cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} loading={working} onClick={proceed}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-soft">{children}</div>
    </Dialog>
  )
}
