import { type Ref, useRef } from 'react'
import { captchaNames } from '#contract/platform/captcha-names.ts'
import { ApiError } from '../api/error.ts'
import { useConfig } from '../config.ts'
import { AltchaCaptcha } from './captcha-altcha.tsx'
import { HostedCaptcha } from './captcha-hosted.tsx'

export type CaptchaHandle = {
  /** Waits for the running check, or starts another one. Null if there is no token. */
  token: () => Promise<string | null>
  /** Starts a new check, because a token is valid for one call only. */
  renew: () => void
}

/** The captcha of a form: the ref of its element, and a function that adds its token to a call. */
export function useCaptcha() {
  const captcha = useRef<CaptchaHandle>(null)
  const { kind } = useConfig().captcha
  async function withToken<T>(call: (token: string) => Promise<T>): Promise<T> {
    const token = await captcha.current?.token()
    if (!token) {
      const insecure = kind === 'altcha' && !window.isSecureContext
      const message = insecure
        ? 'The captcha requires HTTPS. Open this page with https://'
        : missing(kind)
      throw new ApiError(422, 'captcha_unsolved', message)
    }
    try {
      return await call(token)
    } catch (error) {
      captcha.current?.renew()
      if (error instanceof ApiError && error.code === 'captcha_unsolved') {
        throw new ApiError(error.status, error.code, missing(kind))
      }
      throw error
    }
  }
  return { captcha, withToken }
}

/** The configured captcha. The form requests a token from it on submit. */
export function Captcha({ ref }: { ref: Ref<CaptchaHandle> }) {
  const { captcha } = useConfig()
  const name = captchaNames[captcha.kind]
  if (captcha.kind === 'altcha') {
    return <AltchaCaptcha ref={ref} name={name} missing={missing(captcha.kind)} />
  }
  return <HostedCaptcha ref={ref} name={name} kind={captcha.kind} siteKey={captcha.siteKey} />
}

function missing(kind: keyof typeof captchaNames) {
  return `Please complete the ${captchaNames[kind]} challenge`
}
