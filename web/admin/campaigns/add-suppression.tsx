import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { suppressedEmail, suppressions } from '#contract/suppressions.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function AddSuppression() {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [unusable, setUnusable] = useState<string>()
  const adding = useAction(suppressions.add, {
    done: 'Address added to the list',
    failed: 'Failed to add the address',
    onDone() {
      setEmail('')
      close()
    },
  })
  const fault = unusable ?? adding.fields.email
  const form = useId()

  function close() {
    setOpen(false)
    forgetFaults()
  }

  function forgetFaults() {
    setUnusable(undefined)
    adding.clear()
  }

  function add(event: FormEvent) {
    event.preventDefault()
    const parsed = suppressedEmail.safeParse(email)
    if (!parsed.success) return setUnusable(parsed.error.issues[0]!.message)
    setUnusable(undefined)
    void adding.run({ body: { email: parsed.data } })
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={17} aria-hidden="true" />
        Add Address
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Add an address"
        problem={fault ? undefined : adding.error}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form} look="primary" loading={adding.pending}>
              Add Address
            </Button>
          </>
        }
      >
        <form id={form} noValidate onSubmit={add} className="grid gap-4">
          <p className="text-soft">It gets no campaigns until you take it off the list again.</p>
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            error={fault}
            onChange={(event) => {
              forgetFaults()
              setEmail(event.target.value)
            }}
          />
        </form>
      </Dialog>
    </>
  )
}
