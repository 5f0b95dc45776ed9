/** To the cent. No part exceeds its share if the amount is at most their sum. */
export function split(amount: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0)
  let left = amount
  let over = sum
  return shares.map((share) => {
    // Each part is computed from the remainder, so the last one absorbs the rounding.
    const part = over === 0 ? 0 : Math.round((left * share) / over)
    left -= part
    over -= share
    return part
  })
}
