/** What can be chosen, as a select has it; `present` stays, though this browser may not know it. */
export function timeZones(...present: string[]) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...present])
  return [...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** Where the reader is. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
