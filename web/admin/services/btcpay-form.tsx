import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function BtcpayForm({ setups, onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setBtcpay, {
    initial: { url: '', store_id: '', api_key: '', webhook_secret: '' },
    toInput: ({ webhook_secret, ...given }) => ({
      body: { ...given, ...(webhook_secret.trim() && { webhook_secret }) },
    }),
    saved: 'The shop takes crypto payments by BTCPay Server',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        The coins go to your own wallet. Make the API key under Account → API Keys, for your store
        alone: it must view the store’s settings, create and view invoices, and modify webhooks. The
        shop then makes its webhook there and an invoice over 0, of which the server must tell it:
        that takes some seconds.
      </p>
      <TextField
        label="Address of the server"
        placeholder="https://btcpay.example.com"
        inputMode="url"
        autoComplete="off"
        {...form.input('url')}
      />
      <TextField label="Store ID" autoComplete="off" {...form.input('store_id')} />
      <PasswordField label="API key" autoComplete="off" {...form.input('api_key')} />
      <PasswordField
        label="Webhook secret (optional)"
        hint={`Leave it empty, and the shop makes the webhook by itself. Of one made by hand to ${setups.btcpay_webhook} for all events, enter the secret.`}
        autoComplete="off"
        {...form.input('webhook_secret')}
      />
    </KeysForm>
  )
}
