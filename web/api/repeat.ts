/**
 * Calls it every so many milliseconds while the page is seen, and at once when it is seen again:
 * nobody reads a hidden tab, and whoever comes back, as from a wallet, wants to know now.
 */
export function repeat(call: () => unknown, milliseconds: number): () => void {
  const wake = () => void (document.visibilityState === 'visible' && call())
  const timer = setInterval(wake, milliseconds)
  document.addEventListener('visibilitychange', wake)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', wake)
  }
}

/**
 * Detects answers that were overtaken. Call the result for each question, and what that returns for
 * its answer: false means that a later question was answered first.
 */
export function inTurn() {
  let asked = 0
  let answered = 0
  return () => {
    asked += 1
    const mine = asked
    return () => {
      if (mine < answered) return false
      answered = mine
      return true
    }
  }
}
