import { type FormEvent, useState } from 'react'
import type { Me } from '#contract/sessions.ts'
import { mostReferralCodeUses, type StoreSettings, settings } from '#contract/settings.ts'
import { useAction } from '../../api/action.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readUnsent, useUnsent } from '../unsent.ts'
import { CloseStore } from './close-store.tsx'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'

/** As it is typed: the number may be no number yet. */
type Typed = Omit<StoreSettings, 'referral_code_uses'> & { referral_code_uses: string }

const whole = 'Please enter a whole number from 0 to 100'

export function SettingsForm({ saved, user }: { saved: StoreSettings; user: Me }) {
  const [changes, setChanges] = useState(
    () => readUnsent<Partial<Typed>>(user.uid, 'settings') ?? {},
  )
  const [unusable, setUnusable] = useState<string>()
  const [closing, setClosing] = useState(false)

  const stored: Typed = { ...saved, referral_code_uses: String(saved.referral_code_uses) }
  const typed = { ...stored, ...changes }
  const changed = Object.keys(changes).length > 0
  useUnsent({ uid: user.uid, form: 'settings', dirty: changed, typed: () => changes })

  function change<Name extends keyof Typed>(name: Name, value: Typed[Name]) {
    setUnusable(undefined)
    save.clear()
    const { [name]: _, ...others } = changes
    setChanges(value === stored[name] ? others : { ...others, [name]: value })
  }

  const save = useAction(settings.change, {
    done: 'Settings updated successfully!',
    failed: 'Failed to save settings',
    say: (failure, failed) =>
      (failure instanceof ApiError && failure.fields.referral_code_uses) ||
      messageOf(failure, failed),
    onDone() {
      setChanges({})
      tellClosed(typed.maintenance_mode)
      setClosing(false)
    },
  })
  const wrongUses = unusable ?? save.fields.referral_code_uses

  function send() {
    const { referral_code_uses: uses, ...flags } = changes
    const body = { ...flags, ...(uses !== undefined && { referral_code_uses: Number(uses) }) }
    void save.run({ body })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    save.clear()
    const uses = typed.referral_code_uses.trim()
    if (!/^\d{1,3}$/.test(uses) || Number(uses) > mostReferralCodeUses) {
      return setUnusable(whole)
    }
    if (changes.maintenance_mode) setClosing(true)
    else send()
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
      <SettingsGroup title="Global Settings">
        <Switch
          label="Maintenance mode"
          hint="Visitors and customers see that the store is under maintenance. Signing in, the back-office, the status page and payments go on."
          checked={typed.maintenance_mode}
          onChange={(on) => change('maintenance_mode', on)}
        />
      </SettingsGroup>
      <SettingsGroup title="Store Settings">
        <TextField
          label="Uses of a referral code"
          hint="How many people can sign up with one code, from 0 to 100. 0 means no limit."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={4}
          value={typed.referral_code_uses}
          error={wrongUses}
          onChange={(event) => change('referral_code_uses', event.target.value)}
        />
      </SettingsGroup>
      <SettingsGroup title="Security">
        <Switch
          label="Disable registration"
          hint="Nobody can sign up. Existing accounts are not affected."
          checked={typed.registration_disabled}
          onChange={(on) => change('registration_disabled', on)}
        />
        <Switch
          label="Registration by referral only"
          hint="Signing up takes the referral code of a customer."
          checked={typed.registration_by_referral}
          onChange={(on) => change('registration_by_referral', on)}
        />
      </SettingsGroup>
      {save.error && !wrongUses && !closing && <ErrorBox>{save.error}</ErrorBox>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" loading={save.pending && !closing} disabled={!changed}>
          Save Changes
        </Button>
        <Button look="quiet" disabled={!changed} onClick={() => setChanges({})}>
          Reset
        </Button>
        <p role="status" className="text-faint text-sm">
          {changed && 'There are changes that are not saved.'}
        </p>
      </div>
      <CloseStore
        open={closing}
        onClose={() => setClosing(false)}
        pending={save.pending}
        problem={save.error}
        onConfirm={send}
      />
    </form>
  )
}
