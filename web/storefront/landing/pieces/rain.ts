import { fallTime, poseAt } from './fall.ts'
import { createPile, type Piece, spawnEvery } from './pile.ts'
import { setStage } from './stage.ts'

/** The maximum length of a frame, so that after a pause not all pieces fall at once. */
const longestFrame = 100

/**
 * Lets pieces fall onto a pile. It requests no frames while the canvas is out of view, its tab is
 * hidden, or all pieces have landed. `data-pieces` has the number of pieces. Returns a function
 * that stops it.
 */
export function letItRain(canvas: HTMLCanvasElement): () => void {
  let stage = setStage(canvas)
  let pile = createPile(stage.width, stage.height)
  let falling: { piece: Piece; since: number }[] = []
  let clock = 0
  let next = 0
  let frame = 0
  let before: number | undefined
  let inView = false

  function step(now: number) {
    clock += Math.min(now - (before ?? now), longestFrame)
    before = now
    if (clock >= next) {
      next += spawnEvery
      const piece = pile.drop()
      if (piece) falling.push({ piece, since: clock })
      canvas.dataset.pieces = String(pile.count)
    }
    falling = falling.filter(({ piece, since }) => {
      const landed = clock - since >= fallTime(piece)
      if (landed) stage.land(piece)
      return !landed
    })
    stage.paint(falling.map(({ piece, since }) => ({ piece, ...poseAt(piece, clock - since) })))
    frame = requestAnimationFrame(step)
    if (falling.length === 0) rest()
  }

  function rest() {
    cancelAnimationFrame(frame)
    frame = 0
    before = undefined
  }

  function runOrRest() {
    if (inView && !document.hidden) frame ||= requestAnimationFrame(step)
    else rest()
  }

  /** Another width needs another pile. The pieces that have already fallen lie on it at once. */
  function refit() {
    const { clientWidth: width, clientHeight: height } = canvas
    // A canvas without a size has just left the page, and an empty pile cannot be painted.
    if (width === 0 || height === 0) return
    if (width === stage.width && height === stage.height) return
    const count = pile.count
    stage = setStage(canvas)
    pile = createPile(stage.width, stage.height)
    falling = []
    for (let i = 0; i < count; i++) {
      const piece = pile.drop()
      if (piece) stage.land(piece)
    }
    canvas.dataset.pieces = String(pile.count)
    stage.repaint()
  }

  const view = new IntersectionObserver(([entry]) => {
    inView = entry!.isIntersecting
    runOrRest()
  })
  const size = new ResizeObserver(refit)
  view.observe(canvas)
  size.observe(canvas)
  document.addEventListener('visibilitychange', runOrRest)
  return () => {
    rest()
    view.disconnect()
    size.disconnect()
    document.removeEventListener('visibilitychange', runOrRest)
    stage.clear()
    delete canvas.dataset.pieces
  }
}
