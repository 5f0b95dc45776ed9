/**
 * The one address of a page that was asked for with slashes at its end or doubled within, to be
 * redirected to; null when it was asked for by that address. Always a path of this site.
 */
export function plainAddress(url: string): string | null {
  const at = url.search(/[?#]/)
  const path = at < 0 ? url : url.slice(0, at)
  const plain = path.replace(/[/\\]{2,}/g, '/').replace(/(.)\/$/, '$1')
  return plain === path ? null : plain + url.slice(path.length)
}
