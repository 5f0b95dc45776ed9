import parse from 'semver/functions/parse.js'

/**
 * Below zero when `a` is older than `b`. By Semantic Versioning; what is none, as old releases of
 * the loader can be, by the numbers in it, one after the other: 1.10 is newer than 1.9.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)]
  return one && other ? one.compare(other) : a.localeCompare(b, 'en', { numeric: true })
}

export const isOlder = (version: string, than: string) => compareVersions(version, than) < 0
