import { useEffect, useRef, useState } from 'react'
import type { discounts } from '#contract/catalogue/discounts.ts'
import { api } from '../api/client.ts'
import { ApiError, isMissing, isRefused } from '../api/error.ts'
import { local } from '../storage.ts'
import { type CartItem, setDiscount } from './cart.ts'

/** The local storage key under which the promotion page stores its code. */
const key = 'campaign-code'

export function rememberPromotionCode(code: string) {
  local.set(key, code)
}

/**
 * Applies a promotion's code to the product that it is valid for, unless the customer has entered
 * codes. Returns a sentence that says why it was not applied.
 */
export function usePromotionCode(items: readonly CartItem[] | null): string | null {
  const tried = useRef(false)
  const [reason, setReason] = useState<string | null>(null)
  useEffect(() => {
    if (!items || items.length === 0 || tried.current) return
    tried.current = true
    const code = local.get(key)
    if (!code || items.some((item) => item.discount)) return
    enter(code, items).then((why) => {
      if (why) setReason(`Your code ${code} was not applied. ${why.replace(/\.?$/, '.')}`)
    })
  }, [items])
  return items?.some((item) => item.discount) ? null : reason
}

async function enter(code: string, items: readonly CartItem[]): Promise<string | undefined> {
  try {
    const { gid, product_name } = await api<typeof discounts.check>(
      { method: 'GET', path: '/discounts/{code}' },
      { params: { code }, query: {} },
    )
    if (!items.some(({ id }) => id === gid)) {
      return `It is for ${product_name}, which is not in your cart.`
    }
    setDiscount(gid, code)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A code that can never apply is reported once, because the customer did not type it.
    if (isMissing(error) || isRefused<typeof discounts.check>(error, 'code_expired'))
      local.remove(key)
    return error.message
  }
}
