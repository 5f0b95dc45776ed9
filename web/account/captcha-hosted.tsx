import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { BlockedScript } from '../ui/blocked-script.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CaptchaHandle } from './captcha.tsx'
import { type HostedKind, providers, type Shown } from './captcha-providers.ts'
import { loadCaptcha } from './captcha-script.ts'

type WidgetProps = { ref: Ref<CaptchaHandle>; kind: HostedKind; siteKey: string }

/** A provider's widget. Its script is loaded only where a form shows it. */
export function HostedCaptcha({ name, ...widget }: WidgetProps & { name: string }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <BlockedScript
        what={`The ${name} challenge`}
        address={providers[widget.kind].address}
        onRetry={() => setFailed(false)}
      />
    )
  return <Widget {...widget} onFailure={setFailed} />
}

function Widget(props: WidgetProps & { onFailure: (failed: true) => void }) {
  const { ref, kind, siteKey, onFailure } = props
  const [loaded, setLoaded] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Shown>(null)
  useEffect(() => {
    // A new container each time: a provider renders into an element only once.
    const container = document.createElement('div')
    place.current?.append(container)
    let left = false
    loadCaptcha(kind).then(
      (script) => {
        if (left) return
        widget.current = providers[kind].show(script, container, siteKey)
        setLoaded(true)
      },
      () => left || onFailure(true),
    )
    return () => {
      left = true
      widget.current?.remove()
      widget.current = null
      container.remove()
    }
  }, [kind, siteKey, onFailure])
  useImperativeHandle(ref, () => ({
    async token() {
      // A challenge that is closed without an answer rejects.
      return widget.current?.token().catch(() => null) ?? null
    },
    renew: () => widget.current?.renew(),
  }))
  return (
    <div>
      {!loaded && <Skeleton className="h-16" />}
      <div ref={place} />
    </div>
  )
}
