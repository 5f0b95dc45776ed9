import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { waiting } from '#contract/shop/waiting.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const refreshEvery = 15_000

/**
 * The numbers of pending items. Refreshed on every navigation, after a page has reloaded its data
 * (for example after an action), and at intervals while the page is visible.
 */
export function useWaiting() {
  const { key } = useLocation()
  const loads = useCountOfLoads()
  // An outdated counter needs no error message.
  const { answer, error } = useAsk(() => api(waiting.count), `${key} ${loads}`, {
    every: refreshEvery,
  })
  return { answer, failed: error !== undefined }
}

/** Counts the data loads of the current page. */
function useCountOfLoads() {
  const data = useMatches().at(-1)?.loaderData
  const [latest, setLatest] = useState({ data, loads: 0 })
  if (data !== latest.data) setLatest({ data, loads: latest.loads + 1 })
  return latest.loads
}
