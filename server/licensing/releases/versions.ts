import parse from 'semver/functions/parse.js'

/** Negative if `a` is older. Without Semantic Versioning, number by number: 1.10 is above 1.9. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  return one && other ? one.compare(other) : a.localeCompare(b, 'en', { numeric: true })
}

export const isOlder = (version: string, than: string) => compareVersions(version, than) < 0
