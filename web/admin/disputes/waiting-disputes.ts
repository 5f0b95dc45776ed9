import { useLocation } from 'react-router'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

/** Infrequent, because disputes are due in days and administrators get a mail. */
const refreshEvery = 300_000

/** The number of disputes that need a response. Refreshed on every navigation. */
export function useWaitingDisputes(): number {
  const { key } = useLocation()
  const { answer } = useAsk(() => api(staffDisputes.waiting), key, { every: refreshEvery })
  return answer?.waiting_disputes ?? 0
}
