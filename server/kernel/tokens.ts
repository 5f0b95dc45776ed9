import { createHash, randomBytes } from 'node:crypto'

/** Tokens are random and kept as a hash only: a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
