import { useEffect, useRef } from 'react'

/**
 * Gear that falls behind the headline and piles up. Decoration only: hidden if the visitor prefers
 * reduced motion.
 */
export function FallingPieces() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const unwanted = matchMedia('(prefers-reduced-motion: reduce)')
    let stop: (() => void) | undefined
    let asked = 0
    async function startOrStop() {
      const turn = ++asked
      stop?.()
      stop = undefined
      if (unwanted.matches) return
      const { letItRain } = await import('./pieces/rain.ts')
      if (turn === asked && canvas.current) stop = letItRain(canvas.current)
    }
    startOrStop()
    unwanted.addEventListener('change', startOrStop)
    return () => {
      asked++
      stop?.()
      unwanted.removeEventListener('change', startOrStop)
    }
  }, [])
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <canvas ref={canvas} className="size-full" />
      <div className="absolute inset-x-0 bottom-0 h-12 lg:h-28 bg-linear-to-t from-ground to-transparent" />
    </div>
  )
}
