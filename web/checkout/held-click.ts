import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { AgreedRenewal } from '#contract/selling/payments.ts'
import { formatPrice } from '../format.ts'
import { sameRenewals } from './order-items.ts'

/** The price that the page shows, and whether it can be paid now. */
export type ShownPrice = {
  total: number
  renewals: readonly AgreedRenewal[]
  /** Why entered codes do not apply. */
  refused: readonly string[]
  /** False while a newer price is loading. */
  settled: boolean
  /** A sentence that says what the customer has to do first. */
  before: string | null
  /** Why the newer price failed to load. The customer can retry. */
  failed: string | null
  retry: () => void
}

/**
 * Holds a click on the pay button while a newer price is loading, for example when the click itself
 * leaves the field of a code. When the price arrives and the page shows the same as when the click
 * began, the action runs. Otherwise the page says what has changed, so that customers never pay a
 * price that they have not seen.
 */
export function useHeldClick(shown: ShownPrice, act: () => void) {
  /** The price on the page and the position of the pointer before the click left a field. */
  const began = useRef<{ shown: ShownPrice; x: number; y: number }>(undefined)
  const [held, setHeld] = useState<ShownPrice | null>(null)
  const [refusal, setRefusal] = useState<{ sentence: string; of: string } | null>(null)
  // A refusal disappears when the price that it is about changes.
  const refuse = (sentence: string | null) =>
    setRefusal(sentence === null ? null : { sentence, of: textOf(shown) })

  function actOn(before: ShownPrice) {
    const different = differenceOf(before, shown)
    refuse(different)
    if (different === null) act()
  }
  useEffect(() => {
    const hindered = shown.before ?? shown.failed
    if (held === null || !(shown.settled || hindered)) return
    setHeld(null)
    if (hindered) refuse(hindered)
    else actOn(held)
  })

  return {
    holding: held !== null,
    refusal: refusal?.of === textOf(shown) ? refusal.sentence : null,
    /**
     * Event handlers for the button, so that a click counts even if the button moves under the
     * pointer.
     */
    pointer: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const { currentTarget, pointerId, clientX, clientY, button } = event
        if (button !== 0) return
        began.current = { shown, x: clientX, y: clientY }
        currentTarget.setPointerCapture(pointerId)
      },
      // The customer moved the pointer away to cancel the click.
      onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
        const from = began.current
        if (!from || Math.hypot(clientX - from.x, clientY - from.y) <= 10) return
        began.current = undefined
        currentTarget.releasePointerCapture(pointerId)
      },
      // The gesture became a scroll.
      onPointerCancel() {
        began.current = undefined
      },
    },
    press() {
      if (held) return
      const before = began.current?.shown ?? shown
      began.current = undefined
      if (shown.before) return refuse(shown.before)
      if (shown.settled) return actOn(before)
      refuse(null)
      setHeld(before)
      if (shown.failed) shown.retry()
    },
  }
}

const textOf = ({ total, renewals, refused, before, failed }: ShownPrice) =>
  JSON.stringify([total, renewals, refused, before, failed])

/** Returns a sentence that says what has changed on the page, or null if nothing has. */
export function differenceOf(before: ShownPrice, now: ShownPrice): string | null {
  const refused = now.refused.find((sentence) => !before.refused.includes(sentence))
  if (refused) return `${refused}. ${nothingCharged}`
  if (now.total !== before.total) return priceChanged(now.total)
  if (!sameRenewals(now.renewals, before.renewals)) return renewalChanged
  return null
}

const nothingCharged = 'Nothing has been charged. Please review your order and try again.'

export const priceChanged = (price: number) =>
  `The price has changed to ${formatPrice(price)}. ${nothingCharged}`

export const renewalChanged = `The renewal has changed. ${nothingCharged}`
