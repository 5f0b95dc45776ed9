import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addProduct } from '../../cart/add-product.ts'

/**
 * Fills the cart by `?add={product}&plan={plan}`, as links in mails and of subscriptions say: once, and then the
 * address is clean. With `&pay={coin}`, of who paid by crypto, it goes on to the checkout with that coin.
 * `retry` adds it once more where it could not be fetched, and is null else.
 */
export function useRenewalLink(): { adding: boolean; retry: (() => void) | null } {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [retry, setRetry] = useState<(() => void) | null>(null)
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
    setRetry(null)
    if (!/^[1-9]\d{0,14}$/.test(product)) return
    async function add() {
      setAdding(true)
      const outcome = await addProduct(Number(product), plan)
      setAdding(false)
      setRetry(outcome === 'failed' ? () => add : null)
      if (outcome === 'added' && coin) void navigate(`/checkout?pay=${coin}`, { replace: true })
    }
    void add()
  }, [product, plan, coin, setQuery, navigate])
  return { adding, retry }
}
