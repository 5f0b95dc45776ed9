import { useLocation } from 'react-router'
import { staffDisputes } from '#contract/staff-disputes.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

/** They are due in days, and administrators are mailed. */
const refreshEvery = 300_000

/** How many disputes need a response: asked for again with every page. */
export function useWaitingDisputes(): number {
  const { key } = useLocation()
  const { answer } = useAsk(() => api(staffDisputes.waiting), key, { every: refreshEvery })
  return answer?.waiting_disputes ?? 0
}
