/**
 * An address for who must not learn it: the log, which forgets nobody, and the page of a link that
 * was passed on. Its owner knows it again.
 */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`
}
