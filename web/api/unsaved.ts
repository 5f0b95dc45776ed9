import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { BlockerFunction } from 'react-router'

type Guard = { loses: BlockerFunction; keep: () => void }

/** The forms with typed work. The router takes one blocker, so the shell asks for all of them. */
const guards = new Set<Guard>()

/** What goes on once the typed work of a dialog is given up, while that is being asked. */
type Closing = { then: () => void; guard: Guard }
let closing: Closing | null = null
const listeners = new Set<() => void>()

/** Whether going there loses what somebody has typed. */
export const losesWork: BlockerFunction = (step) => [...guards].some(({ loses }) => loses(step))

/** All typed work may go: nothing asks for it any more. */
export function giveUpWork() {
  guards.clear()
}

/** The session has ended: what is typed is kept where its form says, and nothing asks for it. */
export function keepWork() {
  for (const { keep } of guards) keep()
  guards.clear()
}

function ask(next: Closing | null) {
  closing = next
  for (const listener of listeners) listener()
}

/** Nothing of that form is lost any more: what is asked about it goes. */
function settle(guard: Guard) {
  if (closing?.guard === guard) ask(null)
}

/** For the shell: what waits for an answer, and the way to take the question back. */
export function useClosing() {
  const waiting = useSyncExternalStore(
    subscribe,
    () => closing,
    () => null,
  )
  return {
    asking: waiting !== null,
    settle: () => ask(null),
    /** Closes it. What is typed behind the dialog is still asked for. */
    proceed() {
      if (!waiting) return
      guards.delete(waiting.guard)
      waiting.then()
    },
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A tab, a page of a list or a dialog stands in the query, so another query may take the form away. */
const otherAddress: BlockerFunction = ({ currentLocation: now, nextLocation: next }) =>
  now.pathname !== next.pathname || now.search !== next.search

type UnsavedOptions = {
  /** Whether anything asks at all. */
  asks?: boolean
  /** Which steps lose it, when that is not every other address; keep it outside the component. */
  loses?: BlockerFunction | undefined
  /** Called when the session ends, which leaves without asking. */
  keep?: () => void
}

/** Asks before typed work is lost: by a link, Back, a reload, a closed window. */
export function useUnsaved(dirty: boolean, options: UnsavedOptions = {}) {
  const { asks = true, loses = otherAddress, keep } = options
  const saved = useRef(false)
  const own = useRef<Guard>(null)
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (!dirty) return
    saved.current = false
    const guard: Guard = {
      loses: (step) => !saved.current && asks && loses(step),
      keep: () => saved.current || latest.current?.(),
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (!saved.current && asks) event.preventDefault()
    }
    own.current = guard
    guards.add(guard)
    window.addEventListener('beforeunload', warn)
    return () => {
      own.current = null
      settle(guard)
      guards.delete(guard)
      window.removeEventListener('beforeunload', warn)
    }
  }, [dirty, asks, loses])
  /** Call it before the page leaves by itself, as after saving. */
  const done = useCallback(() => {
    saved.current = true
    if (own.current) settle(own.current)
  }, [])
  /** Closes a dialog with the form in it, once it was asked. */
  function close(then: () => void) {
    const guard = own.current
    if (guard && asks && !saved.current) ask({ then, guard })
    else then()
  }
  return { done, close }
}
