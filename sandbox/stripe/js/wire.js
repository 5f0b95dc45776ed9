const script = /** @type {HTMLScriptElement} */ (document.currentScript)

/** Where the sandbox's Stripe lives, as this script's own address tells. */
export const home = new URL('..', script.src)

/**
 * Asks the sandbox, and throws with its message when it refuses.
 * @param {string} path
 * @param {object} body
 */
export async function ask(path, body) {
  const response = await fetch(new URL(`client/${path}`, home), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error?.message ?? 'The payment provider failed.')
  return answer
}

export function createEmitter() {
  /** @type {Map<string, Set<Function>>} */
  const handlers = new Map()
  return {
    /** @param {string} name @param {Function} handler */
    on(name, handler) {
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
    },
    /** @param {string} name @param {Function} [handler] */
    off(name, handler) {
      if (handler) handlers.get(name)?.delete(handler)
      else handlers.delete(name)
    },
    /** @param {string} name @param {unknown} event */
    emit(name, event) {
      for (const handler of [...(handlers.get(name) ?? [])]) handler(event)
    },
  }
}

/**
 * A frame of the sandbox's own origin. Its style is set by script alone, which a page's
 * Content-Security-Policy lets pass.
 * @param {string} page
 * @param {string} title
 */
export function createFrame(page, title) {
  const frame = document.createElement('iframe')
  frame.src = new URL(`js/${page}`, home).href
  frame.title = title
  Object.assign(frame.style, {
    border: '0',
    display: 'block',
    width: '100%',
    colorScheme: 'dark',
  })
  return frame
}
