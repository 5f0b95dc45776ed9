/** Returns null if nothing changes. Always a path of this site, so a redirect cannot leave it. */
export function plainAddress(url: string): string | null {
  const at = url.search(/[?#]/)
  const path = at < 0 ? url : url.slice(0, at)
  const plain = path.replace(/[/\\]{2,}/g, '/').replace(/(.)\/$/, '$1')
  return plain === path ? null : plain + url.slice(path.length)
}
