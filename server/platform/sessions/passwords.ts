import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of an unknown password. Checking it takes as long as checking any other. */
export const unmatched =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2J2eGMv/ohDymNGwRN35Q$ms6ZSVoiTKgNIb+iDh44ABtHDfp9pHz7tbSHRKPiOa8'

const currentCost = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(currentCost)
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Returns whether the hash is of this password. A malformed hash matches nothing. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false)
}
