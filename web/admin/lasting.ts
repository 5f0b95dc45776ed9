/** Formats seconds as `21 d 4 h`, or to the minute below a day: `4 h 41 min`. */
export function lasting(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = minutes < 24 * 60 ? Math.floor(minutes / 60) : Math.round(seconds / 3600)
  const parts = [
    [Math.floor(hours / 24), 'd'],
    [hours % 24, 'h'],
    [minutes < 24 * 60 ? minutes % 60 : 0, 'min'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
