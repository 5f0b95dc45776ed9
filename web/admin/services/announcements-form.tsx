import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function AnnouncementsForm({ onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setAnnouncements, {
    initial: { webhook_url: '' },
    saved: 'Releases are now announced on Discord',
    onSaved: onDone,
  })
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        The shop announces each promoted release in this channel. In Discord, open the channel’s
        settings, add a webhook under Integrations → Webhooks, and copy its URL.
      </p>
      <PasswordField
        label="Webhook URL"
        autoComplete="off"
        hint="Begins with https://discord.com/api/webhooks/. Anyone who has it can post in the channel."
        {...form.input('webhook_url')}
      />
    </KeysForm>
  )
}
