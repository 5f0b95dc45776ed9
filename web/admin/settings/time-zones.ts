/**
 * The options of a time zone select. It always includes `present`, even if this browser does not
 * know it.
 */
export function timeZones(...present: string[]) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...present])
  return [...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** The reader's time zone. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
