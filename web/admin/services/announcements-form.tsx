import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function AnnouncementsForm({ onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setAnnouncements, {
    initial: { webhook_url: '' },
    saved: 'New releases are told on Discord',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        Releases are told in this channel when they are promoted. In Discord open the channel’s
        settings, then Integrations, Webhooks, New Webhook, and copy its address.
      </p>
      <PasswordField
        label="Webhook address"
        autoComplete="off"
        hint="https://discord.com/api/webhooks/…: whoever has it can write to the channel."
        {...form.input('webhook_url')}
      />
    </KeysForm>
  )
}
