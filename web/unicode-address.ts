/**
 * Shows the domain of an email address in its own alphabet: `mara@xn--bcher-kva.example` becomes
 * `mara@bücher.example`. Addresses are stored and sent in ASCII.
 */
export function withUnicodeDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (at === 0 || !/(^|\.)xn--/.test(domain)) return address
  const shown = domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label))
    .join('.')
  return isSameDomain(shown, domain) ? address.slice(0, at) + shown : address
}

/** A malformed label has no other form. Its address is shown as it is. */
function isSameDomain(shown: string, domain: string) {
  return URL.canParse(`http://${shown}`) && new URL(`http://${shown}`).hostname === domain
}

/** Decodes punycode (RFC 3492). Returns an empty label for malformed input. */
function decode(encoded: string): string {
  const split = encoded.lastIndexOf('-')
  const decoded = [...encoded.slice(0, Math.max(split, 0))]
  let [point, index, bias] = [128, 0, 72]
  for (let at = split + 1; at < encoded.length; ) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(encoded[at++])
      if (digit === undefined) return ''
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = decoded.length + 1
    bias = adapt(before === 0 ? (index - before) / 700 : (index - before) / 2, length)
    point += Math.floor(index / length)
    index %= length
    if (point > 0x10ffff) return ''
    decoded.splice(index++, 0, String.fromCodePoint(point))
  }
  return decoded.join('')
}

/** The digits are `a` to `z`, then `0` to `9`. */
function digitOf(character: string | undefined): number | undefined {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character ?? ' ')
  return digit === -1 ? undefined : digit
}

function adapt(distance: number, length: number): number {
  let delta = Math.floor(distance)
  delta += Math.floor(delta / length)
  let bias = 0
  for (; delta > 455; bias += 36) delta = Math.floor(delta / 35)
  return bias + Math.floor((36 * delta) / (delta + 38))
}
