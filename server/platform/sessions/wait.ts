const long = { style: 'unit', unitDisplay: 'long' } as const
const minutes = new Intl.NumberFormat('en', { ...long, unit: 'minute' })
const hours = new Intl.NumberFormat('en', { ...long, unit: 'hour' })

/** `5 minutes` or `3 hours`: a waiting time for a refusal, rounded up, at least a minute. */
export function waitOf(seconds: number): string {
  const inMinutes = Math.max(1, Math.ceil(seconds / 60))
  return inMinutes > 60 ? hours.format(Math.ceil(inMinutes / 60)) : minutes.format(inMinutes)
}
