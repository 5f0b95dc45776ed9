import { services } from '#contract/platform/services.ts'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function StripeForm({ setups, onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setStripe, {
    initial: { secret_key: '', publishable_key: '', webhook_secret: '' },
    toInput: ({ webhook_secret, ...keys }) => ({
      body: { ...keys, ...(webhook_secret.trim() && { webhook_secret }) },
    }),
    saved: 'The shop now accepts cards',
    onSaved: onDone,
  })
  const { url, events, version, permissions } = setups.stripe_endpoint
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        You find both keys at Stripe under Developers → API keys. The shop then creates its webhook
        endpoint and has Stripe send a test event, which takes a few seconds.
      </p>
      <PasswordField label="Secret key" autoComplete="off" {...form.input('secret_key')} />
      <TextField
        label="Publishable key"
        autoComplete="off"
        spellCheck={false}
        {...form.input('publishable_key')}
      />
      <details>
        <DisclosureSummary className="w-fit text-soft">Use a restricted key</DisclosureSummary>
        <div className="mt-4 grid gap-4">
          <p className="text-soft">
            A restricted key (rk_…) also works as the secret key. It needs these permissions, which
            the shop checks before it saves the key:
          </p>
          <p className="text-faint text-sm">{permissions.join(', ')}</p>
        </div>
      </details>
      <details>
        <DisclosureSummary className="w-fit text-soft">
          Create the endpoint yourself
        </DisclosureSummary>
        <div className="mt-4 grid gap-4">
          <p className="text-soft">
            Only needed if the key cannot create endpoints. At Stripe, under Developers → Webhooks,
            add an endpoint with the URL <code className="[overflow-wrap:anywhere]">{url}</code>,
            the API version <code>{version}</code> and these events, then enter its signing secret:
          </p>
          <p className="text-faint text-sm [overflow-wrap:anywhere]">{events.join(', ')}</p>
          <PasswordField
            label="Signing secret (optional)"
            autoComplete="off"
            {...form.input('webhook_secret')}
          />
        </div>
      </details>
    </KeysForm>
  )
}
