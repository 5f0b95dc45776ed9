import { useRef, useState } from 'react'
import { captchaNames, hostedCaptchas } from '#contract/platform/captcha-names.ts'
import { services } from '#contract/platform/services.ts'
import type { CaptchaHandle } from '../../account/captcha.tsx'
import { HostedCaptcha } from '../../account/captcha-hosted.tsx'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import { useKeys } from './use-keys.ts'

const schema = services.setCaptcha.body.omit({ token: true })
const options = hostedCaptchas.map((value) => ({ value, label: captchaNames[value] }))

const wheres: Record<(typeof hostedCaptchas)[number], string> = {
  turnstile: 'At dash.cloudflare.com, add a Managed widget under Turnstile.',
  hcaptcha: 'At dashboard.hcaptcha.com, add a site. The secret key is in the account’s settings.',
  recaptcha: 'At google.com/recaptcha/admin, create a site of the type Score based (v3).',
}

/**
 * The keys of a captcha provider, and its challenge: the site key shows the challenge, and the
 * secret key verifies the answer.
 */
export function CaptchaForm({ onDone }: { onDone: () => void }) {
  const captcha = useRef<CaptchaHandle>(null)
  // Shown when the key is complete, not after each typed character.
  const [shown, setShown] = useState<{ kind: (typeof hostedCaptchas)[number]; key: string }>()
  const { form, findings } = useKeys(services.setCaptcha, {
    initial: {
      provider: 'turnstile' as (typeof hostedCaptchas)[number],
      site_key: '',
      secret_key: '',
    },
    schema,
    async send(fields) {
      const token = await captcha.current?.token()
      if (!token) throw new ApiError(422, 'captcha_unsolved', 'Solve the challenge below first')
      const answer = await api(services.setCaptcha, { body: { ...fields, token } })
      // A token is valid only once.
      if (!answer.saved) captcha.current?.renew()
      return answer
    },
    saved: 'The shop now uses this captcha',
    onSaved: onDone,
  })
  const { provider, site_key } = form.values
  function show() {
    const key = site_key.trim()
    setShown(key ? { kind: provider, key } : undefined)
  }
  const fresh = shown?.kind === provider && shown.key === site_key.trim() ? shown : undefined
  const host = window.location.hostname
  return (
    <KeysForm form={form} findings={findings} save="Test and Save" onCancel={onDone}>
      <Select label="Provider" options={options} {...form.input('provider')} />
      <p className="text-soft">
        {wheres[provider]} Allow the domain <code>{host}</code>.
      </p>
      <TextField
        label="Site key"
        hint="The challenge appears below once you enter it."
        autoComplete="off"
        spellCheck={false}
        {...form.input('site_key')}
        onBlur={show}
      />
      <PasswordField
        label="Secret key"
        autoComplete="off"
        {...form.input('secret_key')}
        onFocus={show}
      />
      {fresh && (
        <HostedCaptcha
          key={`${fresh.kind} ${fresh.key}`}
          ref={captcha}
          name={captchaNames[fresh.kind]}
          kind={fresh.kind}
          siteKey={fresh.key}
        />
      )}
    </KeysForm>
  )
}
