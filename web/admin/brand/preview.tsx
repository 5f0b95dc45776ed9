import { type CSSProperties, useEffect, useState } from 'react'
import type { Accent } from '#contract/platform/brand.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { Logo } from '../../shell/logo.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'

type PreviewProps = {
  name: string
  /** A URL or a data URL. */
  logo: string | null
  /** Null means the default colours. */
  colours: Accent | null
}

const own = { signal: '#cdfb47', signal_high: '#dcff6e', on_signal: '#151b04', chosen: '#1a2010' }

/** A preview of the unsaved appearance. Nothing in it is clickable. */
export function Preview({ name, logo, colours }: PreviewProps) {
  const { signal, signal_high, on_signal, chosen } = colours ?? own
  const tokens = {
    '--color-signal': signal,
    '--color-signal-high': signal_high,
    '--color-on-signal': on_signal,
    '--color-chosen': chosen,
  } as CSSProperties
  return (
    <section aria-labelledby="preview" className="surface notch-6 grid gap-5 p-5" style={tokens}>
      <h2 id="preview" className="title text-xl">
        Preview
      </h2>
      <div className="flex min-h-16 items-center rounded-md border border-line bg-ground px-4">
        <Logo name={name || 'Your shop'} logo={useSize(logo)} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <span className={buttonClass({ look: 'primary' })}>Buy now</span>
        <span className="font-[600] text-signal underline underline-offset-4">A link</span>
        <Badge tone="signal">New</Badge>
      </div>
      <div className="rounded-md border border-edge bg-raised px-4 py-2.5 outline-2 outline-offset-2 outline-signal">
        Focused element
      </div>
      <div className="rounded-md border border-signal bg-chosen px-4 py-3 shadow-[inset_0_0_0_1px_var(--color-signal)]">
        <p className="title text-[0.9375rem]">What is chosen</p>
        <p className="text-soft text-sm">3 months, {formatMoney(1619)} a month</p>
      </div>
      <p className="rounded-md bg-[#ffffff] px-4 py-3 text-[#0b0d0c] text-sm">
        An email, with a{' '}
        <span className="underline" style={{ color: colours?.mail_link ?? '#3f5200' }}>
          link in it
        </span>
      </p>
    </section>
  )
}

/** Measures the logo, because its shape decides whether the name is shown next to it. */
function useSize(src: string | null) {
  const [logo, setLogo] = useState<{ src: string; width: number; height: number } | null>(null)
  useEffect(() => {
    if (!src) return setLogo(null)
    const image = new Image()
    image.onload = () => setLogo({ src, width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => setLogo(null)
    image.src = src
    return () => {
      image.onload = null
    }
  }, [src])
  return logo
}
