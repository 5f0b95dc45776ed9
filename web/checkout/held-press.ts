import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { AgreedRenewal } from '#contract/payments.ts'
import { formatPrice } from '../format.ts'
import { sameRenewals } from './order-items.ts'

/** What the page says of the price, and whether it can be paid like that. */
export type ShownPrice = {
  total: number
  renewals: readonly AgreedRenewal[]
  /** Why codes that were entered do not count. */
  refused: readonly string[]
  /** False while a newer price is on its way. */
  settled: boolean
  /** What has to be done before: a sentence. */
  before: string | null
  /** No newer price came, and it can be asked for again. */
  failed: string | null
  retry: () => void
}

/**
 * A press that is not lost while a newer price is on its way, as when the press itself leaves the field
 * of a code: it waits for that price. It acts when the page then says what it said as the press began;
 * otherwise it says what is different, so that nobody pays what they have not seen.
 */
export function useHeldPress(shown: ShownPrice, act: () => void) {
  /** What the page said, and where, before the press left a field. */
  const began = useRef<{ shown: ShownPrice; x: number; y: number }>(undefined)
  const [held, setHeld] = useState<ShownPrice | null>(null)
  const [refusal, setRefusal] = useState<{ sentence: string; of: string } | null>(null)
  // What is said of a price goes with it.
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
    /** For the button, whose press is one also when it moves under it. */
    pointer: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const { currentTarget, pointerId, clientX, clientY, button } = event
        if (button !== 0) return
        began.current = { shown, x: clientX, y: clientY }
        currentTarget.setPointerCapture(pointerId)
      },
      // Somebody thinks better of it and moves away.
      onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
        const from = began.current
        if (!from || Math.hypot(clientX - from.x, clientY - from.y) <= 10) return
        began.current = undefined
        currentTarget.releasePointerCapture(pointerId)
      },
      // It became a scroll.
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

/** What the page says otherwise than it did, as a sentence; null when it says the same. */
export function differenceOf(before: ShownPrice, now: ShownPrice): string | null {
  const refused = now.refused.find((sentence) => !before.refused.includes(sentence))
  if (refused) return `${refused}. ${nothingCharged}`
  if (now.total !== before.total) return priceChanged(now.total)
  if (!sameRenewals(now.renewals, before.renewals)) return renewalChanged
  return null
}

const nothingCharged = 'Nothing has been charged. Please look again.'

export const priceChanged = (price: number) =>
  `The price has changed: it is ${formatPrice(price)} now. ${nothingCharged}`

export const renewalChanged = `What renews has changed. ${nothingCharged}`
