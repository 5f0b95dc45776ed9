import { createHash, randomBytes } from 'node:crypto'

/** Tokens are random and only their hash is stored, so a copy of the database gives no access. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
