/** `at once`, `30 minutes`, `2 hours`. */
export function minutesInWords(minutes: number): string {
  if (minutes === 0) return 'none'
  if (minutes % 60 !== 0) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
