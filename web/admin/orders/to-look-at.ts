import { useLocation } from 'react-router'
import { staffOrders } from '#contract/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const none = { refunds: 0, payouts: 0, failed: 0, unexpected: 0 }

/** How many orders somebody has to look at, and why: asked for again with every page. */
export function useToLookAt() {
  const { key } = useLocation()
  // A counter that is late is no reason to disturb anybody.
  const { answer } = useAsk(() => api(staffOrders.waiting), key)
  return answer ?? none
}
