export type Toast = { id: number; tone: 'success' | 'error'; message: string }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** More toasts would cover a phone's screen. The oldest is removed. */
const most = 3

function add(tone: Toast['tone'], message: string) {
  lastId += 1
  // A repeated message is shown once, and its time starts again.
  const others = toasts.filter((shown) => shown.tone !== tone || shown.message !== message)
  change([...others, { id: lastId, tone, message }].slice(-most))
}

/** Shows a message at the lower right for three seconds. */
export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
}

export function dismissToast(id: number) {
  change(toasts.filter((shown) => shown.id !== id))
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToasts = () => toasts
