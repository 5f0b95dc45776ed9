import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { failureOf, isMissing } from '../../api/error.ts'
import { addProduct, failedToAdd } from '../../cart/add-product.ts'
import { toast } from '../../ui/toast.ts'

type Failed = { problem: string; retry: () => void }

/**
 * Fills the cart by `?add={product}&plan={plan}`, as links in mails and of subscriptions say: once, and then the
 * address is clean. With `&pay={coin}`, of who paid by crypto, it goes on to the checkout with that coin.
 * `failed` is why it could not be fetched, with a way to ask once more.
 */
export function useRenewalLink(): { adding: boolean; failed: Failed | null } {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [failed, setFailed] = useState<Failed | null>(null)
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
