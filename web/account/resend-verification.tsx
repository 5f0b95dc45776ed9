import { useState } from 'react'
import * as z from 'zod'
import { mailRefusals, sessions } from '#contract/platform/sessions.ts'
import { shopNow } from '#web/clock.ts'
import { api } from '../api/client.ts'
import { failureOf, isRefused } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { useConfig } from '../config.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsLeft } from '../ui/countdown.ts'
import { TextField } from '../ui/text-field.tsx'
import { Captcha, useCaptcha } from './captcha.tsx'

const cooldown = 60_000
const schema = z.object({ email: sessions.resendVerification.body.shape.email })
type Call = typeof sessions.resendVerification

type ResendVerificationProps = {
  /** The recipient of the mail, or null to ask for it. */
  email: string | null
  /** The account, if several accounts use the same address. */
  username?: string | undefined
  /** A mail was just sent, so the waiting time starts at once. */
  justSent?: boolean | undefined
  /** The captcha of the form on the same page. Without it, this form shows its own. */
  shared?: ReturnType<typeof useCaptcha>
}

/** Sends the verification mail again, at most once a minute. */
export function ResendVerification(props: ResendVerificationProps) {
  const { mail } = useConfig()
  return mail ? <Resend {...props} /> : <p>{mailRefusals.mail_not_set_up.sentence}</p>
}

function Resend({ email, username, justSent, shared }: ResendVerificationProps) {
  const [nextAt, setNextAt] = useState(() => (justSent ? shopNow() + cooldown : 0))
  const wait = useSecondsLeft(nextAt)
  const own = useCaptcha()
  const { captcha, withToken } = shared ?? own
  const pause = () => setNextAt(shopNow() + cooldown)
  const form = useEndpointForm(sessions.resendVerification, {
    initial: { email: email ?? '' },
    schema,
    async send(fields) {
      const named = username !== undefined && { username }
      try {
        return await withToken((token) =>
          api(sessions.resendVerification, { body: { ...fields, token, ...named } }),
        )
      } catch (error) {
        if (isRefused<Call>(error, 'mail_too_soon', 'mailed_often', 'rate_limited')) pause()
        throw error
      }
    },
    done: 'Verification email sent',
    unasked: 'sign-in',
    failed: 'Failed to send verification email',
    say: failureOf,
    failureIn: 'toast',
    reload: 'never',
    onDone() {
      pause()
      captcha.current?.renew()
    },
  })
  const address = form.input('email')

  return (
    <form {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* Lets the customer also correct an invalid address. */}
      {(email === null || address.error) && (
        <TextField
          label="Email address of your account"
          type="email"
          autoComplete="email"
          {...address}
        />
      )}
      {!shared && <Captcha ref={captcha} />}
      <Button type="submit" wide disabled={wait > 0} loading={form.pending}>
        <span className="tabular-nums">{wait > 0 ? `Resend in ${wait}s` : 'Resend Email'}</span>
      </Button>
    </form>
  )
}
