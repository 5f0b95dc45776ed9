import { createEmitter, createFrame, home } from './wire.js'

/**
 * The colour that an element stands on. The frame takes it over, so that it looks transparent and
 * the contrast of its text can still be measured.
 * @param {Element | null} element
 * @returns {string}
 */
function colourBehind(element) {
  if (!element) return 'rgb(13, 15, 18)'
  const { backgroundColor } = getComputedStyle(element)
  return /^rgb\(/.test(backgroundColor) ? backgroundColor : colourBehind(element.parentElement)
}

/**
 * The card form, in a frame of the sandbox: the page never sees the card.
 * @param {{ appearance: object, onChange: () => void }} settings
 */
export function createPaymentElement(settings) {
  const { emit, on, off } = createEmitter()
  /** @type {HTMLIFrameElement | null} */
  let frame = null
  let nextId = 1
  let complete = false
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map()

  /** @param {object} message */
  function send(message) {
    frame?.contentWindow?.postMessage(message, home.origin)
  }

  function dress() {
    send({ type: 'init', appearance: settings.appearance, behind: colourBehind(frame) })
  }

  /** @param {MessageEvent} event */
  function receive({ source, origin, data }) {
    if (!frame || source !== frame.contentWindow || origin !== home.origin) return
    const elementType = 'payment'
    if (data.type === 'loaded') dress()
    else if (data.type === 'height') frame.style.height = `${data.height}px`
    else if (data.type === 'tokenized') waiting.get(data.id)?.(data)
    else if (data.type === 'change') {
      complete = data.complete
      const value = { type: 'card' }
      emit('change', { elementType, collapsed: false, complete, empty: data.empty, value })
      settings.onChange()
    } else emit(data.type, { elementType })
  }

  const element = {
    /** @param {string} name @param {Function} handler */
    on(name, handler) {
      on(name, handler)
      return element
    },
    /** @param {string} name @param {Function} handler */
    once(name, handler) {
      const first = (/** @type {unknown} */ event) => {
        off(name, first)
        handler(event)
      }
      return element.on(name, first)
    },
    /** @param {string} name @param {Function} [handler] */
    off(name, handler) {
      off(name, handler)
      return element
    },
    /** @param {string | HTMLElement} target */
    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      if (!parent) throw new Error(`The selector you specified (${target}) applies to no elements.`)
      frame = createFrame('card.html', 'Secure payment input frame')
      // Room for the ring around a focused field, so that the fields align with the page.
      Object.assign(frame.style, { width: 'calc(100% + 6px)', margin: '-3px', height: '270px' })
      addEventListener('message', receive)
      parent.replaceChildren(frame)
    },
    unmount() {
      removeEventListener('message', receive)
      frame?.remove()
      frame = null
      complete = false
    },
    destroy: () => element.unmount(),
    update: () => element,
    collapse: () => element,
    focus: () => send({ type: 'focus' }),
    blur: () => frame?.blur(),
    clear: () => send({ type: 'clear' }),
  }

  return {
    element,
    isComplete: () => complete,
    isMounted: () => frame !== null,
    /** @param {object} appearance */
    restyle(appearance) {
      settings.appearance = appearance
      dress()
    },
    /**
     * Hands the card to the sandbox, or shows what is wrong with it.
     * @returns {Promise<{ paymentMethod?: string, error?: string }>}
     */
    tokenize() {
      return new Promise((resolve) => {
        const id = nextId++
        waiting.set(id, (result) => {
          waiting.delete(id)
          resolve(result)
        })
        send({ type: 'tokenize', id })
      })
    },
  }
}
