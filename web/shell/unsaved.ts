import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { BlockerFunction } from 'react-router'

/** The forms with typed work. The router takes one blocker, so the shell asks for all of them. */
const guards = new Set<BlockerFunction>()

/** What goes on once the typed work is given up, while that is being asked. */
let closing: (() => void) | null = null
const listeners = new Set<() => void>()

/** Whether going there loses what somebody has typed. */
export const losesWork: BlockerFunction = (step) => [...guards].some((loses) => loses(step))

/** The typed work may go: nothing asks for it any more. */
export function giveUpWork() {
  guards.clear()
}

function ask(then: (() => void) | null) {
  closing = then
  for (const listener of listeners) listener()
}

/** For the shell: what waits for an answer, and the way to take the question back. */
export function useClosing() {
  const then = useSyncExternalStore(
    subscribe,
    () => closing,
    () => null,
  )
  return { then, settle: () => ask(null) }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const otherPage: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname

/**
 * Asks before typed work is lost: by a link, Back, a reload, a closed window. `loses` tells which
 * steps lose it when that is not every other page; keep it outside the component.
 */
export function useUnsaved(dirty: boolean, loses: BlockerFunction = otherPage) {
  const saved = useRef(false)
  useEffect(() => {
    if (!dirty) return
    saved.current = false
    const guard: BlockerFunction = (step) => !saved.current && loses(step)
    const warn = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault()
    }
    guards.add(guard)
    window.addEventListener('beforeunload', warn)
    return () => {
      guards.delete(guard)
      window.removeEventListener('beforeunload', warn)
    }
  }, [dirty, loses])
  /** Call it before the page leaves by itself, as after saving. */
  const done = useCallback((over = true) => {
    saved.current = over
  }, [])
  /** Closes a dialog with the form in it, once it was asked. */
  const close = (then: () => void) => (dirty && !saved.current ? ask(then) : then())
  return { done, close }
}
