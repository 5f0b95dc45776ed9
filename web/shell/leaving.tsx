import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type BlockerFunction, NavigationType, useBlocker, useLocation } from 'react-router'
import { giveUpWork, losesWork, useClosing } from '../api/unsaved.ts'
import { Confirm } from '../ui/confirm.tsx'

const holds: BlockerFunction = (step) => losesWork(step) || leadsAwayOffline(step)

const leadsAwayOffline: BlockerFunction = ({ currentLocation, nextLocation }) =>
  !navigator.onLine && currentLocation.pathname !== nextLocation.pathname

/**
 * Holds a navigation that would lose unsaved changes until the user has confirmed it. While
 * offline, it also holds navigations until the connection is back, because the next page's code
 * could not be loaded, which the router answers with a reload.
 */
export function Leaving() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const currentLocation = useLocation()
  const { state, proceed, reset, location } = useBlocker(holds)
  const closing = useClosing()
  const [agreed, setAgreed] = useState(false)
  const loses = () =>
    state === 'blocked' &&
    losesWork({ currentLocation, nextLocation: location, historyAction: NavigationType.Push })
  const asking = !agreed && loses()
  useEffect(() => {
    if (state === 'unblocked') setAgreed(false)
    else if (online && !asking) proceed?.()
  }, [state, online, asking, proceed])
  function close() {
    closing.settle()
    // Cancelled. After the user has discarded the changes, `loses` is false and the step goes ahead.
    if (loses()) reset?.()
  }
  return (
    <>
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
      {(asking || closing.asking) && (
        <Confirm
          open
          onClose={close}
          title="Discard your changes?"
          confirm="Discard Changes"
          cancel="Keep Editing"
          danger
          onConfirm={() => {
            if (state === 'blocked') giveUpWork()
            // Close the question first. The dialog below it could not restore the focus while it is
            // open.
            flushSync(() => {
              // Closing only a dialog holds no navigation, so the next navigation is asked about
              // again.
              if (state === 'blocked') setAgreed(true)
              close()
            })
            closing.proceed()
          }}
        >
          <p>What you typed has not been saved.</p>
        </Confirm>
      )}
    </>
  )
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
