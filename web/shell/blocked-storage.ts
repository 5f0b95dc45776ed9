/**
 * If the browser blocks its storage, even reading the property throws, and the router reads it
 * before any of its code can be changed. This script in the document's head replaces the storage
 * with one that lasts until a reload.
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
