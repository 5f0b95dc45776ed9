/**
 * Calls the function at this interval in milliseconds while the page is visible, and at once when
 * it becomes visible again. Nobody reads a hidden tab, and a customer who returns, for example from
 * a wallet, wants the current state.
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
 * Detects responses that arrive out of order. Call the result for each request, and call the
 * function that it returns when the response arrives: false means that a later request was answered
 * first.
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
