import { useLocation } from 'react-router'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const none = { refunds: 0, payouts: 0, failed: 0, unexpected: 0 }

/** The number of orders that need a staff member, and why. Refreshed on every navigation. */
export function useToLookAt() {
  const { key } = useLocation()
  // An outdated counter needs no error message.
  const { answer } = useAsk(() => api(staffOrders.waiting), key)
  return answer ?? none
}
