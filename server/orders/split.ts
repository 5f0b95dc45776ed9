/**
 * Splits an amount over shares in their proportion, to the cent: none gets more than its share has
 * when the amount is at most their sum.
 */
export function split(amount: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0)
  let left = amount
  let over = sum
  return shares.map((share) => {
    // Each share is of the remainder, so the last one takes what rounding left.
    const part = over === 0 ? 0 : Math.round((left * share) / over)
    left -= part
    over -= share
    return part
  })
}
