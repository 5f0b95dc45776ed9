import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { BlockerFunction } from 'react-router'

type Guard = { loses: BlockerFunction; keep: () => void }

/** The forms with typed work. The router takes one blocker, so the shell asks for all of them. */
const guards = new Set<Guard>()

/** What goes on once the typed work is given up, while that is being asked. */
let closing: (() => void) | null = null
const listeners = new Set<() => void>()

/** Whether going there loses what somebody has typed. */
export const losesWork: BlockerFunction = (step) => [...guards].some(({ loses }) => loses(step))

/** The typed work may go: nothing asks for it any more. */
export function giveUpWork() {
  guards.clear()
}

/** The session has ended: what is typed is kept where its form says, and nothing asks for it. */
export function keepWork() {
  for (const { keep } of guards) keep()
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

const nothing = () => {}

/**
 * Asks before typed work is lost: by a link, Back, a reload, a closed window. `loses` tells which
 * steps lose it when that is not every other page; keep it outside the component. With null nothing
 * asks. `keep` is called when the session ends, which leaves without asking.
 */
export function useUnsaved(
  dirty: boolean,
  loses: BlockerFunction | null = otherPage,
  keep: () => void = nothing,
) {
  const saved = useRef(false)
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (!dirty) return
    saved.current = false
    const guard: Guard = {
      loses: (step) => !saved.current && loses !== null && loses(step),
      keep: () => saved.current || latest.current(),
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (!saved.current && loses !== null) event.preventDefault()
    }
    guards.add(guard)
    window.addEventListener('beforeunload', warn)
    return () => {
      guards.delete(guard)
      window.removeEventListener('beforeunload', warn)
    }
  }, [dirty, loses])
  /** Call it before the page leaves by itself, as after saving. */
  const done = useCallback(() => {
    saved.current = true
  }, [])
  /** Closes a dialog with the form in it, once it was asked. */
  const close = (then: () => void) => (dirty && !saved.current ? ask(then) : then())
  return { done, close }
}
