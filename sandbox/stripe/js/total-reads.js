/**
 * The rule of https://docs.stripe.com/js/custom_checkout/confirm: a page reads `total.total.amount`, or
 * `total.total.minorUnitsAmount` with `currency` and `minorUnitsAmountDivisor`, before it confirms.
 */
export function createTotalReads() {
  /** @type {Set<string>} */
  const read = new Set()
  /**
   * Records what the page reads of a session.
   * @param {any} object
   * @param {string} [parent]
   */
  const watch = (object, parent = '') =>
    new Proxy(object, {
      get(target, key) {
        const path = `${parent}${String(key)}`
        const value = target[key]
        read.add(path)
        return path === 'total' || path === 'total.total' ? watch(value, `${path}.`) : value
      },
    })
  return {
    watch,
    /** Throws what Stripe.js throws when the page has not read the total. */
    requireRead() {
      const inMinorUnits = ['total.total.minorUnitsAmount', 'currency', 'minorUnitsAmountDivisor']
      if (read.has('total.total.amount') || inMinorUnits.every((path) => read.has(path))) return
      const error = new Error(
        'Read total.total.amount, or total.total.minorUnitsAmount with currency and minorUnitsAmountDivisor, and show it to the customer before you call confirm().',
      )
      error.name = 'IntegrationError'
      throw error
    },
  }
}
