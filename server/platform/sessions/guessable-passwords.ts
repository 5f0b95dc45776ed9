import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordRefusals } from '#contract/wire/credentials.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

/** The most common leaked passwords, in lower case, by frequency. */
const leaked = dictionary['passwords-common']
const common = new Set(leaked)
/** The words that attackers combine with years, digits and symbols first. */
const commonWords = new Set(leaked.slice(0, 20_000))
/** More digits and symbols than this around a word make it hard to guess. */
const guessableAffixes = 6

/** A good password can contain a shorter name by chance. */
const tellingLength = 4

type Owner = { username: string; email: string }

/** Refuses passwords that attackers try first, such as the names of the owner or the shop. */
export function refuseGuessable(
  password: string,
  { username, email }: Owner,
  shopName: string,
  loc: string[],
) {
  const folded = password.toLowerCase()
  if (common.has(folded) || isCommonWord(folded) || new Set(folded).size < 3 || isRun(folded)) {
    throw new Refusal(passwordRefusals.common_password, { loc })
  }
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if ([username, localPart, shopName].some((name) => isMadeOf(folded, name.toLowerCase()))) {
    throw new Refusal(passwordRefusals.personal_password, { loc })
  }
}

/** Matches `summer2026!`: a common word with a few digits and symbols at its ends. */
function isCommonWord(password: string): boolean {
  const word = password.replace(/^\P{L}+|\P{L}+$/gu, '')
  return password.length - word.length <= guessableAffixes && commonWords.has(word)
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
