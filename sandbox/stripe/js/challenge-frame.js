import { createFrame, home } from './wire.js'

/**
 * Lays the bank's question over the page and resolves to what became of the payment.
 * @param {string} clientSecret
 * @returns {Promise<any>}
 */
export function showChallenge(clientSecret) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement)
  const frame = createFrame('challenge.html', '3D Secure authentication')
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0',
    height: '100%',
    zIndex: '2147483647',
  })
  document.body.append(frame)
  return new Promise((resolve) => {
    /** @param {MessageEvent} event */
    function receive({ source, origin, data }) {
      if (source !== frame.contentWindow || origin !== home.origin) return
      if (data.type === 'loaded') {
        // Without it, the browser would not let the frame put the focus on its first button.
        frame.focus()
        frame.contentWindow?.postMessage({ clientSecret }, home.origin)
        return
      }
      removeEventListener('message', receive)
      frame.remove()
      before?.focus()
      resolve(data)
    }
    addEventListener('message', receive)
  })
}
