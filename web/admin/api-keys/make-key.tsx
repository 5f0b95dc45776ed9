import { Plus } from 'lucide-react'
import { useState } from 'react'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { type Scope, scopes } from '#contract/wire/capabilities.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { scopeLabels } from './scopes.ts'

const draft = 'api key'

/** Creates a key and shows it once. */
export function MakeKey() {
  const uid = useSession()?.uid ?? 0
  const [open, setOpen] = useDraftDialog(uid, draft)
  const [key, setKey] = useState<string | null>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        Create API Key{' '}
      </Button>
      {open && (
        <NameDialog
          uid={uid}
          onClose={() => setOpen(false)}
          onMade={(made) => {
            setOpen(false)
            setKey(made)
          }}
        />
      )}
      {key && <Made apiKey={key} onClose={() => setKey(null)} />}
    </>
  )
}

type NameDialogProps = { uid: number; onClose: () => void; onMade: (key: string) => void }

function NameDialog({ uid, onClose, onMade }: NameDialogProps) {
  const form = useEndpointForm(apiKeys.add, {
    initial: { name: '', scopes: ['report_status'] as Scope[] },
    failed: 'Failed to create the key',
    draft: { uid, form: draft },
    onDone: ({ key }) => onMade(key),
  })
  const may = form.control('scopes')
  return (
    <FormDialog form={form} onClose={onClose} title="Create API Key" submit="Create Key">
      <TextField
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        hint="For example the pipeline that uses the key."
        {...form.input('name')}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-[600]">Permissions</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabels[scope]}
            checked={may.value.includes(scope)}
            onChange={({ target }) =>
              may.onChange(
                scopes.filter((one) => (one === scope ? target.checked : may.value.includes(one))),
              )
            }
          />
        ))}
        {may.error && (
          <p role="alert" className="text-danger text-sm">
            {may.error}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}

function Made({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy the key now"
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status" className="grid gap-3">
        <p className="text-soft">
          This key is shown only once. Store it with the secrets of your pipeline. Anyone who has
          the key can use its permissions.
        </p>
        <div className="flex items-center gap-2 rounded-md border border-line bg-well py-1 pr-1 pl-4">
          <code className="min-w-0 grow break-all font-mono text-sm">{apiKey}</code>
          <CopyButton
            text={apiKey}
            label="Copy key"
            copied="Key copied to clipboard"
            failed="Failed to copy key"
          />
        </div>
      </div>
    </Dialog>
  )
}
