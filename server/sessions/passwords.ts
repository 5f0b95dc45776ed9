import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password that nobody knows: it costs what any other costs to check. */
export const unmatched =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2J2eGMv/ohDymNGwRN35Q$ms6ZSVoiTKgNIb+iDh44ABtHDfp9pHz7tbSHRKPiOa8'

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Whether the password made this hash. A hash that cannot be read matches nothing. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false)
}
