import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { BlockerFunction } from 'react-router'

type Guard = { loses: BlockerFunction; keep: () => void }

/**
 * The forms with unsaved changes. The router allows one blocker, so the shell asks for all of them.
 */
const guards = new Set<Guard>()

/**
 * The dialog that is about to close and what happens once the user agrees to discard its changes.
 */
type Closing = { then: () => void; guard: Guard }
let closing: Closing | null = null
const listeners = new Set<() => void>()

/** Whether the navigation would discard unsaved changes. */
export const losesWork: BlockerFunction = (step) => [...guards].some(({ loses }) => loses(step))

/** Discards all unsaved changes: no form asks any more. */
export function giveUpWork() {
  guards.clear()
}

/** The session has ended: forms store their drafts if configured to, and none asks any more. */
export function keepWork() {
  for (const { keep } of guards) keep()
  guards.clear()
}

function ask(next: Closing | null) {
  closing = next
  for (const listener of listeners) listener()
}

/** This form has no unsaved changes any more: withdraws its open question. */
function settle(guard: Guard) {
  if (closing?.guard === guard) ask(null)
}

/** For the shell: the open question, and how to answer or cancel it. */
export function useClosing() {
  const waiting = useSyncExternalStore(
    subscribe,
    () => closing,
    () => null,
  )
  return {
    asking: waiting !== null,
    settle: () => ask(null),
    /** Closes the dialog. Unsaved changes behind the dialog are still asked about. */
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

/** A tab, a page of a list or a dialog is in the query, so another query may remove the form. */
const otherAddress: BlockerFunction = ({ currentLocation: now, nextLocation: next }) =>
  now.pathname !== next.pathname || now.search !== next.search

type UnsavedOptions = {
  /** Whether the form asks at all. */
  asks?: boolean
  /**
   * Which navigations discard the changes. By default, every navigation to another URL. Define it
   * outside of the component.
   */
  loses?: BlockerFunction | undefined
  /** Called when the session ends, which leaves the page without asking. */
  keep?: () => void
}

/** Asks before unsaved changes are lost by a link, Back, a reload or a closed window. */
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
  /** Call it before the code itself navigates, for example after saving. */
  const done = useCallback(() => {
    saved.current = true
    if (own.current) settle(own.current)
  }, [])
  /** Closes the dialog around the form, after asking about unsaved changes. */
  function close(then: () => void) {
    const guard = own.current
    if (guard && asks && !saved.current) ask({ then, guard })
    else then()
  }
  return { done, close }
}
