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
    saved: 'The shop now accepts crypto payments through BTCPay Server',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        Payments go to your own wallet. Create an API key under Account → API Keys, limited to your
        store, with permission to view store settings, create and view invoices, and modify
        webhooks. The shop then creates its webhook and tests it with an invoice over 0. This takes
        a few seconds.
      </p>
      <TextField
        label="Server URL"
        placeholder="https://btcpay.example.com"
        inputMode="url"
        autoComplete="off"
        {...form.input('url')}
      />
      <TextField label="Store ID" autoComplete="off" {...form.input('store_id')} />
      <PasswordField label="API key" autoComplete="off" {...form.input('api_key')} />
      <PasswordField
        label="Webhook secret (optional)"
        hint={`Leave empty to let the shop create the webhook. If you created a webhook yourself, to ${setups.btcpay_webhook} and for all events, enter its secret.`}
        autoComplete="off"
        {...form.input('webhook_secret')}
      />
    </KeysForm>
  )
}
