import parse from 'semver/functions/parse.js'

/**
 * Returns a negative number if `a` is older than `b`. Compares by Semantic Versioning. Former
 * loader releases can have other versions, which are compared number by number: 1.10 is newer than
 * 1.9.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  return one && other ? one.compare(other) : a.localeCompare(b, 'en', { numeric: true })
}

export const isOlder = (version: string, than: string) => compareVersions(version, than) < 0
