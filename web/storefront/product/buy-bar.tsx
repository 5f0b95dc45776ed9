import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Plan } from '#contract/wire/terms.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'

type BuyBarProps = {
  plan: Plan
  price: number
  inCart: boolean
  onAdd: () => void
  /** The page's own button. The bar is shown while it is out of view. */
  button: RefObject<HTMLElement | null>
}

/** A bar at the bottom of a phone's screen, with the chosen plan, its total and the button. */
export function BuyBar({ plan, price, inCart, onAdd, button }: BuyBarProps) {
  const shown = !useInView(button)
  const bar = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The link replaces the button, so it takes over the focus.
  useEffect(() => {
    if (inCart && pressed.current) bar.current?.querySelector('a')?.focus()
    pressed.current = false
  }, [inCart])
  return (
    <div ref={bar} hidden={!shown} className="buy-bar print-hidden">
      <p className="min-w-0 leading-tight">
        <span className="block text-soft text-sm">{labelOf(plan)}</span>
        <Price amount={price} className="font-[700] text-lg" />
      </p>
      {inCart ? (
        <LinkButton to="/cart" look="primary" className="grow">
          View Cart
        </LinkButton>
      ) : (
        <Button
          look="primary"
          className="grow"
          onClick={({ detail }) => {
            if (detail >= 2) return
            pressed.current = true
            onAdd()
          }}
        >
          Add to Cart
        </Button>
      )}
    </div>
  )
}

/** True until the page has hydrated, because the bar's button works only after that. */
function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)!.isIntersecting),
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return inView
}
