import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { suppressedEmail, suppressions } from '#contract/suppressions.ts'
import { api } from '../../api/client.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'

export function AddSuppression() {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)
  const { revalidate } = useRevalidator()
  const form = useId()

  function close() {
    setOpen(false)
    forgetFaults()
  }

  function forgetFaults() {
    setError(undefined)
    setProblem(undefined)
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    const parsed = suppressedEmail.safeParse(email)
    if (!parsed.success) return setError(parsed.error.issues[0]!.message)
    forgetFaults()
    setWorking(true)
    try {
      await api(suppressions.add, { body: { email: parsed.data } })
      toast.success('Address added to the list')
      setEmail('')
      close()
      await revalidate()
    } catch (failure) {
      if (isSessionOver(failure)) return
      const fault = failure instanceof ApiError ? failure.fields.email : undefined
      if (fault) setError(fault)
      else setProblem(failureOf(failure, 'Failed to add the address'))
    } finally {
      setWorking(false)
    }
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
        problem={problem}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form} look="primary" loading={working}>
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
            error={error}
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
