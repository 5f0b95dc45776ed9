import { useLocation } from 'react-router'
import { waiting } from '#contract/shop/waiting.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const refreshEvery = 15_000

/**
 * The number of pending items, by the path of the tab. Refreshed on every navigation, and at
 * intervals while the page is visible.
 */
export function useWaiting(): Record<string, number> {
  const { key } = useLocation()
  // An outdated counter needs no error message.
  const { answer } = useAsk(() => api(waiting.count), key, { every: refreshEvery })
  if (!answer) return {}
  return {
    '/admin/support': answer.tickets,
    '/admin/disputes': answer.disputes,
    '/admin/orders': answer.orders,
    '/admin/health': answer.problems ?? 0,
  }
}
