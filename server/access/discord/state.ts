import { isSignature, signText } from '#server/kernel/secrets/signatures.ts'
import { newToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'

/** How long the authorization at Discord may take, in seconds. */
const lifetime = 600

/** An OAuth state, signed with the session's token (docs/decisions/discord-state.md). */
export function issueState(sessionToken: string, now = clock.now()): string {
  const claim = `${Math.floor(now / 1000) + lifetime}.${newToken().slice(0, 16)}`
  return `${claim}.${signText(sessionToken, textOf(claim))}`
}

export function isStateOf(sessionToken: string, state: string, now = clock.now()): boolean {
  const at = state.lastIndexOf('.')
  const claim = state.slice(0, Math.max(at, 0))
  if (!isSignature(state.slice(at + 1), sessionToken, textOf(claim))) return false
  return Number(claim.split('.')[0]) * 1000 > now
}

const textOf = (claim: string) => `discord state ${claim}`
