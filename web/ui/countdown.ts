import { useEffect, useState } from 'react'
import { shopNow } from '../clock.ts'

/**
 * Returns the whole seconds left until the given time, counted down while mounted, and never below
 * zero.
 */
export function useSecondsLeft(until: Date | number): number {
  const end = Number(until)
  const [left, setLeft] = useState(() => secondsUntil(end))
  useEffect(() => {
    setLeft(secondsUntil(end))
    const timer = setInterval(() => setLeft(secondsUntil(end)), 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}

function secondsUntil(end: number) {
  return Math.max(0, Math.ceil((end - shopNow()) / 1000))
}

/** Formats seconds as `m:ss`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
