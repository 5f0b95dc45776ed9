import { local } from '../storage.ts'

const key = 'signed-up'

/** A verification link is valid for as long. */
const lifetime = 24 * 3_600_000

/** In local storage, so that the tab opened by a link in a mail finds it too. */
export function rememberSignup() {
  local.set(key, String(Date.now()))
}

/** Whether this browser has signed up lately, so its visitor waits for the link. */
export function hasSignedUpHere() {
  return Date.now() - Number(local.get(key)) < lifetime
}

export function forgetSignup() {
  local.remove(key)
}
