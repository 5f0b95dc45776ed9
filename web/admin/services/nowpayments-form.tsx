import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function NowpaymentsForm({ onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setNowpayments, {
    initial: { api_key: '', ipn_secret: '' },
    saved: 'The shop now accepts crypto payments',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        You find both at NOWPayments under Settings → Payments. You do not need to enter a
        notification URL there, because the shop sends it with each payment.
      </p>
      <p className="text-soft">
        The shop tests the API key now. It cannot test the IPN secret before the first payment.
        Health counts notifications with a wrong signature, and the shop also checks each payment
        itself.
      </p>
      <PasswordField label="API key" autoComplete="off" {...form.input('api_key')} />
      <PasswordField label="IPN secret" autoComplete="off" {...form.input('ipn_secret')} />
    </KeysForm>
  )
}
