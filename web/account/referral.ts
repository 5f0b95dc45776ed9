/** Where an invitation's code waits until its visitor signs up, in local storage. */
const key = 'referral-code'

export function rememberReferral(code: string) {
  localStorage.setItem(key, code)
}

export function rememberedReferral(): string | null {
  return localStorage.getItem(key)
}

export function forgetReferral() {
  localStorage.removeItem(key)
}
