/**
 * An address as the log may keep it, which forgets nothing, not even those who were deleted: enough
 * to tell two apart.
 */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`
}
