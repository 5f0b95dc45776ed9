import { type ReactNode, useEffect, useRef } from 'react'
import type { Finding } from '#contract/platform/services.ts'
import type { Form } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Findings } from './findings.tsx'

type KeysFormProps = {
  form: Pick<Form<object>, 'attributes' | 'error' | 'pending' | 'close'>
  /** The findings of the last failed attempt. */
  findings: Finding[]
  save: string
  cancel?: string
  onCancel: () => void
  children: ReactNode
}

/** The frame of a form with keys. Its first field gets the focus when it opens. */
export function KeysForm(props: KeysFormProps) {
  const { form, findings, save, cancel = 'Cancel', onCancel, children } = props
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    fields.current?.querySelector('input')?.focus()
  }, [])
  return (
    <form {...form.attributes} autoComplete="off" className="grid gap-5">
      <div ref={fields} className="grid gap-5">
        {children}
      </div>
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <Findings findings={form.pending ? [] : findings} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" loading={form.pending}>
          {save}
        </Button>
        <Button look="quiet" onClick={() => form.close(onCancel)}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}
