import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { failureOf, isMissing } from '../../api/error.ts'
import { addProduct, failedToAdd } from '../../cart/add-product.ts'
import { toast } from '../../ui/toast.ts'

type Failed = { problem: string; retry: () => void }

/**
 * Fills the cart from `?add={product}&plan={plan}`, as in links of mails and subscriptions, once,
 * and then removes the query. With `&pay={coin}`, after an earlier payment with crypto, it
 * continues to the checkout with that coin. `failed` has the reason if the cart could not be
 * filled, and a retry function.
 */
export function useRenewalLink(): { adding: boolean; failed: Failed | null } {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [failed, setFailed] = useState<Failed | null>(null)
  const honoured = useRef(false)
  const product = query.get('add')
  const plan = query.get('plan') ?? '1m'
  const coin = /^[a-z0-9]{2,20}$/.exec(query.get('pay') ?? '')?.[0]
  useEffect(() => {
    if (product === null) honoured.current = false
    if (product === null || honoured.current) return
    honoured.current = true
    setQuery({}, { replace: true })
    setFailed(null)
    if (!/^[1-9]\d{0,14}$/.test(product)) return
    async function add() {
      setAdding(true)
      try {
        const added = await addProduct(Number(product), plan)
        setFailed(null)
        if (added && coin) void navigate(`/checkout?pay=${coin}`, { replace: true })
      } catch (error) {
        const problem = failureOf(error, failedToAdd)
        if (isMissing(error)) toast.error(problem)
        else setFailed({ problem, retry: add })
      }
      setAdding(false)
    }
    void add()
  }, [product, plan, coin, setQuery, navigate])
  return { adding, failed }
}
