/** `21 d 4 h` from seconds; below an hour in minutes. */
export function lasting(seconds: number): string {
  const hours = Math.round(seconds / 3600)
  if (hours === 0) return `${Math.max(1, Math.round(seconds / 60))} min`
  const parts = [
    [Math.floor(hours / 24), 'd'],
    [hours % 24, 'h'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
