/**
 * Where the browser blocks its storage, even looking at it throws, and the router looks before any
 * of its scripts can be told. Stands in the document's head and puts one in its place that lasts as
 * long as the page.
 */
export const replaceBlockedStorage = `try {
  sessionStorage
} catch {
  const kept = new Map()
  const getItem = (key) => kept.get(key) ?? null
  const setItem = (key, value) => void kept.set(key, String(value))
  const removeItem = (key) => void kept.delete(key)
  const value = { getItem, setItem, removeItem }
  Object.defineProperty(window, 'sessionStorage', { value, configurable: true })
}`
