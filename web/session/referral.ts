import { local } from '../storage.ts'

/** Where an invitation's code waits until its visitor signs up, in local storage. */
const key = 'referral-code'

export function rememberReferral(code: string) {
  local.set(key, code)
}

export function rememberedReferral(): string | null {
  return local.get(key)
}

export function forgetReferral() {
  local.remove(key)
}
