import { useLocation } from 'react-router'
import { staffOrders } from '#contract/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

/** How many orders have a refund that somebody has to look at: asked for again with every page. */
export function useToLookAt(): number {
  const { key } = useLocation()
  // A counter that is late is no reason to disturb anybody.
  const { answer } = useAsk(() => api(staffOrders.waiting), key)
  return answer?.refunds ?? 0
}
