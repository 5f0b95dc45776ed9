import { local } from '../storage.ts'

/** The local storage key of a referral code, until the visitor signs up. */
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
