import type { State, WidgetMethods } from 'altcha/types'
import type {} from 'altcha/types/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { apiUrl } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Widget = HTMLElement & WidgetMethods
type Change = { state: `${State}`; payload: string | null }

export type CaptchaHandle = {
  /** Waits for the check that is under way, or tries once more; null when there is no token. */
  token: () => Promise<string | null>
  /** Begins a new check: a token is good for one call only. */
  renew: () => void
}

export const captchaMissing = 'Please complete the ALTCHA challenge'

const settings = JSON.stringify({
  hideLogo: true,
  humanInteractionSignature: false,
  minDuration: 0,
  validationMessage: captchaMissing,
})

/** Tells people from programs. Begins by itself; whoever submits asks it for the token. */
export function Captcha({ ref }: { ref: Ref<CaptchaHandle> }) {
  const [loaded, setLoaded] = useState<'no' | 'yes' | 'failed'>('no')
  const widget = useRef<Widget>(null)
  const token = useRef<string | null>(null)
  useEffect(() => {
    if (loaded !== 'no') return
    import('./altcha.ts').then(
      () => setLoaded('yes'),
      () => setLoaded('failed'),
    )
  }, [loaded])
  useEffect(() => {
    if (loaded !== 'yes') return
    const listen = (event: Event) => {
      const { state, payload } = (event as CustomEvent<Change>).detail
      token.current = state === 'verified' ? payload : null
    }
    const element = widget.current
    element?.addEventListener('statechange', listen)
    return () => element?.removeEventListener('statechange', listen)
  }, [loaded])
  useImperativeHandle(ref, () => ({
    async token() {
      if (widget.current && !token.current) await check(widget.current)
      return token.current
    },
    renew: () => void widget.current?.verify(),
  }))
  if (loaded === 'no') return <Skeleton className="h-12" />
  if (loaded === 'failed') {
    return (
      <ErrorBox
        action={
          <Button size="small" onClick={() => setLoaded('no')}>
            Try again
          </Button>
        }
      >
        The ALTCHA challenge could not be loaded.
      </ErrorBox>
    )
  }
  return (
    <altcha-widget
      ref={widget}
      auto="onload"
      challenge={apiUrl('/captcha/challenge')}
      configuration={settings}
      language="en"
    />
  )
}

/** Resolves when the check that is under way has ended, or else one that it begins. */
async function check(widget: Widget): Promise<void> {
  if (widget.getState() !== 'verifying') return void (await widget.verify())
  await new Promise<void>((resolve) => {
    const listen = () => {
      if (widget.getState() === 'verifying') return
      widget.removeEventListener('statechange', listen)
      resolve()
    }
    widget.addEventListener('statechange', listen)
  })
}
