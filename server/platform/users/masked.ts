/** For the append-only log and the page of a forwarded link. The owner still recognises it. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`
}
