export function inTime(at: Date, now: Date): string {
  return at <= now ? 'in a moment' : `in ${lasting(at, now)}`
}

export function lasting(at: Date, now: Date): string {
  const seconds = Math.max(1, Math.round((at.getTime() - now.getTime()) / 1000))
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
