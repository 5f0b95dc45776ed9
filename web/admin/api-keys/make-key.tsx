import { Plus } from 'lucide-react'
import { useState } from 'react'
import { apiKeys } from '#contract/api-keys.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Makes a key and shows it, this once. */
export function MakeKey() {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const form = useEndpointForm(apiKeys.add, {
    initial: { name: '' },
    failed: 'Failed to make the key',
    onDone: (made) => setKey(made.key),
  })
  function close() {
    setOpen(false)
    setKey(null)
    form.reset()
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        Make API Key
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={key ? 'Copy the key now' : 'Make API Key'}
        problem={form.error}
        actions={
          key ? (
            <Button look="primary" onClick={close}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" form={form.id} look="primary" loading={form.pending}>
                Make Key
              </Button>
            </>
          )
        }
      >
        {key ? (
          <div role="status" className="grid gap-3">
            <p className="text-soft">
              It is shown this once. Keep it where your pipeline keeps its secrets; whoever has it
              can change what the status page says.
            </p>
            <div className="flex items-center gap-2 rounded-md border border-line bg-well py-1 pr-1 pl-4">
              <code className="min-w-0 grow break-all font-mono text-sm">{key}</code>
              <CopyButton
                text={key}
                label="Copy key"
                copied="Key copied to clipboard"
                failed="Failed to copy key"
              />
            </div>
          </div>
        ) : (
          <form {...form.attributes}>
            <TextField
              label="Name"
              required
              maxLength={60}
              autoComplete="off"
              hint="What uses it, so that you know which one to revoke."
              {...form.input('name')}
            />
          </form>
        )}
      </Dialog>
    </>
  )
}
