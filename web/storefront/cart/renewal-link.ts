import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addProduct } from '../../cart/add-product.ts'

/**
 * Fills the cart by `?add={product}&plan={plan}`, as links in mails and of subscriptions say: once, and then the
 * address is clean. True while the product is being fetched.
 */
export function useRenewalLink(): boolean {
  const [query, setQuery] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const honoured = useRef(false)
  const product = query.get('add')
  // Mails of an older version say months.
  const plan = query.get('plan') ?? `${query.get('term') ?? 1}m`
  useEffect(() => {
    if (product === null) honoured.current = false
    if (product === null || honoured.current) return
    honoured.current = true
    setQuery({}, { replace: true })
    if (!/^[1-9]\d{0,14}$/.test(product)) return
    setAdding(true)
    addProduct(Number(product), plan).finally(() => setAdding(false))
  }, [product, plan, setQuery])
  return adding
}
