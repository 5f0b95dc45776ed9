import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Form } from './form.ts'

export type FormDialogProps = {
  form: Pick<Form<object>, 'id' | 'attributes' | 'error' | 'pending' | 'close'>
  onClose: () => void
  title: string
  /** The label of the submit button. */
  submit: string
  /** Disables the submit button. */
  disabled?: boolean
  look?: 'primary' | 'danger' | undefined
  cancel?: string | undefined
  /** The class of the dialog. */
  className?: string
  children: ReactNode
}

/**
 * A form in its own dialog. Mount it to open it. Every way to close it asks about unsaved changes
 * as the form does.
 */
export function FormDialog(props: FormDialogProps) {
  const { form, onClose, title, submit, look = 'primary', cancel = 'Cancel' } = props
  const { disabled, className, children } = props
  const leave = () => form.close(onClose)
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      problem={form.error}
      {...(className && { className })}
      actions={
        <>
          <Button onClick={leave}>{cancel}</Button>
          <Button
            type="submit"
            form={form.id}
            look={look}
            disabled={disabled}
            loading={form.pending}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form {...form.attributes} className="grid gap-5">
        {children}
      </form>
    </Dialog>
  )
}
