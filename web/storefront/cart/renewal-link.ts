import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addProduct } from '../../cart/add-product.ts'

/**
 * Fills the cart by `?add={product}&plan={plan}`, as links in mails and of subscriptions say: once, and then the
 * address is clean. With `&pay={coin}`, of who paid by crypto, it goes on to the checkout with that coin.
 * True while the product is being fetched.
 */
export function useRenewalLink(): boolean {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const honoured = useRef(false)
  const product = query.get('add')
  // Mails of an older version say months.
  const plan = query.get('plan') ?? `${query.get('term') ?? 1}m`
  const coin = /^[a-z0-9]{2,20}$/.exec(query.get('pay') ?? '')?.[0]
  useEffect(() => {
    if (product === null) honoured.current = false
    if (product === null || honoured.current) return
    honoured.current = true
    setQuery({}, { replace: true })
    if (!/^[1-9]\d{0,14}$/.test(product)) return
    setAdding(true)
    void addProduct(Number(product), plan).then((added) => {
      setAdding(false)
      if (added && coin) void navigate(`/checkout?pay=${coin}`, { replace: true })
    })
  }, [product, plan, coin, setQuery, navigate])
  return adding
}
