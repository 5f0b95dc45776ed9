import parse from 'semver/functions/parse.js'

/**
 * Returns a negative number if `a` is older than `b`. Versions that are not Semantic Versioning are
 * compared number by number: 1.10 is newer than 1.9.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  return one && other ? one.compare(other) : a.localeCompare(b, 'en', { numeric: true })
}

export const isOlder = (version: string, than: string) => compareVersions(version, than) < 0
