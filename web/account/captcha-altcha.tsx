import type { State, WidgetMethods } from 'altcha/types'
import type {} from 'altcha/types/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { apiUrl } from '../api/client.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CaptchaHandle } from './captcha.tsx'
import { CaptchaFailure } from './captcha-failure.tsx'

type Widget = HTMLElement & WidgetMethods
type Change = { state: `${State}`; payload: string | null }

type AltchaProps = { ref: Ref<CaptchaHandle>; name: string; missing: string }

/** A proof of work that this server sets; begins by itself. */
export function AltchaCaptcha({ ref, name, missing }: AltchaProps) {
  const [loaded, setLoaded] = useState<'no' | 'yes' | 'failed'>('no')
  const widget = useRef<Widget>(null)
  const token = useRef<string | null>(null)
  /** Whoever submits before the widget has come waits here. */
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (loaded !== 'no') return
    import('./altcha.ts').then(
      () => setLoaded('yes'),
      () => setLoaded('failed'),
    )
  }, [loaded])
  useEffect(() => {
    if (loaded === 'no') return
    for (const goOn of waiting.current.splice(0)) goOn()
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
      if (loaded === 'no') await new Promise<void>((resolve) => waiting.current.push(resolve))
      if (widget.current && !token.current) await check(widget.current)
      return token.current
    },
    renew: () => void widget.current?.verify(),
  }))
  if (loaded === 'no') return <Skeleton className="h-12" />
  if (loaded === 'failed') {
    return <CaptchaFailure name={name} onRetry={() => setLoaded('no')} />
  }
  return (
    <altcha-widget
      ref={widget}
      auto="onload"
      challenge={apiUrl('/captcha/challenge')}
      configuration={JSON.stringify({
        hideLogo: true,
        humanInteractionSignature: false,
        minDuration: 0,
        validationMessage: missing,
      })}
      language="en"
    />
  )
}

/** Its first check begins by itself, and two at once spoil each other. */
const underWay = (widget: Widget) => ['unverified', 'verifying'].includes(widget.getState())

/** Resolves when the check that is under way has ended, or else one that it begins. */
async function check(widget: Widget): Promise<void> {
  if (!underWay(widget)) return void (await widget.verify())
  await new Promise<void>((resolve) => {
    const listen = () => {
      if (underWay(widget)) return
      widget.removeEventListener('statechange', listen)
      resolve()
    }
    widget.addEventListener('statechange', listen)
  })
}
