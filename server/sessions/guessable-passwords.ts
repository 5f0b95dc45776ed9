import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordRefusals } from '#contract/credentials.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** The most common leaked passwords, in lower case. Shorter ones are refused anyway. */
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8))

/** A good password can contain a shorter name by chance. */
const tellingLength = 4

type Owner = { username: string; email: string }

/**
 * Refuses a password that attackers try first: a common one, one or two characters repeated, a run
 * such as `12345678`, or one made of the owner's name, the email address or the shop's name.
 */
export function refuseGuessable(
  password: string,
  { username, email }: Owner,
  shopName: string,
  loc: string[],
) {
  const folded = password.toLowerCase()
  if (common.has(folded) || new Set(folded).size < 3 || isRun(folded)) {
    throw new Refusal(passwordRefusals.common_password, { loc })
  }
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if ([username, localPart, shopName].some((name) => isMadeOf(folded, name.toLowerCase()))) {
    throw new Refusal(passwordRefusals.personal_password, { loc })
  }
}

function isMadeOf(password: string, name: string): boolean {
  const word = withoutDigits(name) || name
  if (word.length >= tellingLength && password.includes(word)) return true
  return password === name || withoutDigits(password) === word
}

/** Removes digits at both ends, where people add them to satisfy a password rule. */
function withoutDigits(text: string): string {
  return text.replace(/^\d+|\d+$/g, '')
}

/** Matches `abcdefgh` and `87654321`: each character follows, or each precedes, the one before. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const steps = new Set(codes.slice(1).map((code, n) => code - codes[n]!))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
