import type { ReactNode } from 'react'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import { type Form, type SubmitOptions, useEndpointForm } from '../api/form.ts'
import { FormDialog, type FormDialogProps } from '../api/form-dialog.tsx'
import { useDraftDialog } from '../drafts.ts'
import { useSession } from '../session/session.ts'

type AskedProps<E extends Endpoint, Fields extends object, Answer> = Omit<
  SubmitOptions<E, Fields, Answer>,
  'holds' | 'isSaved' | 'repeats' | 'schema'
> &
  Pick<FormDialogProps, 'title' | 'submit' | 'look' | 'cancel'> & {
    call: E
    initial: Fields
    /** The name under which typed fields are stored if the session ends. */
    draft: string
    /** Renders the fields. */
    children: (form: Form<Fields>) => ReactNode
  }

type ActionDialogProps<E extends Endpoint, Fields extends object, Answer> = AskedProps<
  E,
  Fields,
  Answer
> & {
  /** Renders the button that opens the dialog. */
  button: (open: () => void) => ReactNode
}

/**
 * A button whose action needs a few fields first. The dialog closes when the action succeeds. If the
 * action fails, the dialog stays open with the typed fields and shows the reason.
 */
export function ActionDialog<E extends Endpoint, Fields extends object, Answer = Result<E>>(
  props: ActionDialogProps<E, Fields, Answer>,
) {
  const uid = useSession()?.uid ?? 0
  const [open, setOpen] = useDraftDialog(uid, props.draft)
  return (
    <>
      {props.button(() => setOpen(true))}
      {open && (
        <OpenDialog<E, Fields, Answer> {...props} uid={uid} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type OpenProps = { uid: number; onClose: () => void }

function OpenDialog<E extends Endpoint, Fields extends object, Answer>(
  props: AskedProps<E, Fields, Answer> & OpenProps,
) {
  const { call, draft, uid, onClose, title, submit, look, cancel, children, ...options } = props
  const form = useEndpointForm<E, Fields, Answer>(call, {
    ...options,
    draft: { uid, form: draft },
    async onDone(answer) {
      await options.onDone?.(answer)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      submit={submit}
      look={look}
      cancel={cancel}
    >
      {children(form)}
    </FormDialog>
  )
}
