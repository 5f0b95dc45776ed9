import { useEffect, useRef } from 'react'
import type { payments } from '#contract/payments.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { local } from '../storage.ts'
import { type CartItem, setDiscount } from '../storefront/cart/cart.ts'

/** Where the promotion page leaves its code, in local storage. */
const key = 'campaign-code'

export function rememberCampaignCode(code: string) {
  local.set(key, code)
}

/** Enters a promotion's code for the items that it is good for, unless codes were entered. */
export function useCampaignCode(items: readonly CartItem[] | null) {
  const tried = useRef(false)
  useEffect(() => {
    if (!items || items.length === 0 || tried.current) return
    tried.current = true
    const discount = local.get(key)
    if (!discount || items.some((item) => item.discount)) return
    const asked = items.map(({ id, term_length }) => ({ id, term_length, discount }))
    api<typeof payments.quote>(
      { method: 'POST', path: '/payment/quote' },
      { body: { items: asked } },
    ).then(
      (quote) => {
        for (const item of quote.items) if (item.discount) setDiscount(item.id, item.discount.code)
      },
      // A code that cannot be right is not worth a word: nobody has typed it here.
      (error) => {
        if (error instanceof ApiError && error.status === 422) local.remove(key)
      },
    )
  }, [items])
}
