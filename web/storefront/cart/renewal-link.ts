import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { terms } from '#contract/terms.ts'
import { addProduct } from '../../cart/add-product.ts'

/**
 * Fills the cart by `?add={product}&term={months}`, as the links in mails say: once, and then the
 * address is clean. True while the product is being fetched.
 */
export function useRenewalLink(): boolean {
  const [query, setQuery] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const honoured = useRef(false)
  const [product, term] = [query.get('add'), query.get('term')]
  useEffect(() => {
    if (product === null) honoured.current = false
    if (product === null || honoured.current) return
    honoured.current = true
    const months = terms.find(({ months }) => String(months) === term)?.months ?? 1
    setQuery({}, { replace: true })
    if (!/^[1-9]\d{0,14}$/.test(product)) return
    setAdding(true)
    addProduct(Number(product), months).finally(() => setAdding(false))
  }, [product, term, setQuery])
  return adding
}
