import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function NowpaymentsForm({ onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setNowpayments, {
    initial: { api_key: '', ipn_secret: '' },
    saved: 'The shop takes crypto payments',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        Both stand at NOWPayments under Settings → Payments. The address for notifications goes with
        each payment: there is nothing to enter there.
      </p>
      <p className="text-soft">
        The API key is tried at once. The IPN secret is not: NOWPayments notifies of payments alone,
        so the first one shows whether it is right. Health counts those with a wrong signature, and
        the shop asks for each payment itself as well.
      </p>
      <PasswordField label="API key" autoComplete="off" {...form.input('api_key')} />
      <PasswordField label="IPN secret" autoComplete="off" {...form.input('ipn_secret')} />
    </KeysForm>
  )
}
