import { services } from '#contract/platform/services.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

export function DiscordForm({ setups, onDone }: KeysProps) {
  const { form, findings } = useKeys(services.setDiscord, {
    initial: { client_id: '', client_secret: '', bot_token: '', guild_id: '' },
    saved: 'Customers can now link their Discord accounts',
    onSaved: onDone,
  })
  const redirect = setups.discord_redirect
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <p className="text-soft">
        At discord.com/developers, create an application. Add the redirect{' '}
        <code className="[overflow-wrap:anywhere]">{redirect}</code> under OAuth2 and create a token
        under Bot. Then invite the bot to your server with the permission Manage Roles.
      </p>
      <TextField
        label="Client ID"
        inputMode="numeric"
        autoComplete="off"
        {...form.input('client_id')}
      />
      <PasswordField label="Client secret" autoComplete="off" {...form.input('client_secret')} />
      <PasswordField label="Bot token" autoComplete="off" {...form.input('bot_token')} />
      <TextField
        label="Server ID"
        hint="In Discord, turn on developer mode, right-click the server, and choose Copy Server ID."
        inputMode="numeric"
        autoComplete="off"
        {...form.input('guild_id')}
      />
    </KeysForm>
  )
}
