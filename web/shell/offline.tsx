import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

/**
 * Tells while there is no connection, and holds a navigation until it is back: the next page's code
 * could not be loaded, which the router answers by reloading, and what was typed would be gone.
 */
export function Offline() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const { state, proceed } = useBlocker(leadsAwayOffline)
  useEffect(() => {
    if (online) proceed?.()
  }, [online, proceed])
  return (
    <div role="status" className="fixed bottom-4 left-4 z-20 max-w-[calc(100vw-2rem)]">
      {!online && (
        <p className="flex items-center gap-3 rounded-lg border border-warning/50 bg-raised px-4 py-3 text-[0.9375rem] shadow-float">
          <WifiOff size={20} aria-hidden="true" className="shrink-0 text-warning" />
          {state === 'blocked'
            ? 'You are offline. The next page opens when the connection is back.'
            : 'You are offline. This page stays as it is until the connection is back.'}
        </p>
      )}
    </div>
  )
}

const leadsAwayOffline: BlockerFunction = ({ currentLocation, nextLocation }) =>
  !navigator.onLine && currentLocation.pathname !== nextLocation.pathname

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
