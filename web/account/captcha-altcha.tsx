import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { challengeSeconds } from '#contract/platform/captcha.ts'
import { ErrorBox } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type AltchaWidget, onToken, showAltcha, solve } from './altcha-widget.ts'
import type { CaptchaHandle } from './captcha.tsx'
import { keepToken, type TokenKeeper } from './token-keeper.ts'

/**
 * A minute less than the server allows from the creation of the challenge, so that the token still
 * arrives in time.
 */
const lifetime = (challengeSeconds - 60) * 1000
/** Longer than a slow phone needs. */
const patience = 60_000

type AltchaProps = { ref: Ref<CaptchaHandle>; name: string; missing: string }

/** A proof of work with a challenge from this server. It starts automatically. */
export function AltchaCaptcha({ ref, name, missing }: AltchaProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'insecure'>('loading')
  const place = useRef<HTMLDivElement>(null)
  const keeper = useRef<TokenKeeper>(null)
  useEffect(() => {
    let widget: AltchaWidget | undefined
    async function show() {
      // Without https, browsers offer no cryptography, so a retry cannot help.
      if (!window.isSecureContext) {
        setState('insecure')
        throw new Error('The page was not opened over HTTPS')
      }
      setState('loading')
      try {
        widget = await showAltcha(place.current!, missing)
        onToken(widget, own.keep)
        setState('shown')
        return widget
      } catch (error) {
        setState('failed')
        throw error
      }
    }
    const own = keepToken({
      lifetime,
      patience,
      solve: async (giveUp) => solve(widget ?? (await show()), giveUp),
    })
    keeper.current = own
    void own.check()
  }, [missing])
  useImperativeHandle(ref, () => ({
    token: async () => keeper.current?.take() ?? null,
    renew: () => void keeper.current?.check(),
  }))
  return (
    <div>
      {state === 'loading' && <Skeleton className="h-12" />}
      {state === 'failed' && (
        <ErrorBox onRetry={() => void keeper.current?.check()}>
          The {name} challenge could not be loaded. Check your connection, then try again.
        </ErrorBox>
      )}
      {state === 'insecure' && (
        <ErrorBox>
          This page was opened without HTTPS, so the browser cannot run the captcha. Open it with
          https:// at the start of its address.
        </ErrorBox>
      )}
      <div ref={place} />
    </div>
  )
}
