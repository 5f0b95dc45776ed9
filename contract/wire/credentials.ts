import * as z from 'zod'
import { emailAddress, withAsciiDomain } from './email-address.ts'
import { refusals } from './refusals.ts'

export const username = z
  .string()
  .trim()
  .min(3, 'Username must be 3 to 32 characters long')
  .max(32, 'Username must be 3 to 32 characters long')
  .regex(/^[A-Za-z0-9_.-]+$/, 'Username may contain letters, digits, “_”, “.” and “-”')
  .regex(/[A-Za-z0-9]/, 'Username must contain a letter or a digit')
  .meta({ example: 'mara.volt' })

export const loginName = z
  .string()
  .trim()
  .min(1, 'Username is required')
  .max(254)
  .overwrite(withAsciiDomain)
  .meta({ description: 'Username; to sign in, the email address works too' })

export const email = emailAddress.meta({ example: 'mara@example.com' })

export type PasswordRule = {
  /** As a requirement in a list, such as `One number`. */
  text: string
  error: string
  isMet: (password: string) => boolean
  /** Whether long passphrases need not meet it. */
  waived?: true
}

const shortest = 8
/**
 * Long passwords are allowed, up to a limit: otherwise hashing could be abused to overload the
 * server.
 */
const longest = 256
/** A password of at least this length is hard to guess, whatever characters it has. */
export const passphraseLength = 15

/** As the schemas count: a character outside of the basic plane is one, not two. */
const lengthOf = (password: string) => [...password].length

const longEnough: PasswordRule = {
  text: `At least ${shortest} characters`,
  error: `Password must be at least ${shortest} characters long`,
  isMet: (password) => lengthOf(password) >= shortest,
}
const shortEnough: PasswordRule = {
  text: `At most ${longest} characters`,
  error: `Password must be at most ${longest} characters long`,
  isMet: (password) => lengthOf(password) <= longest,
}

function character(what: string, pattern: RegExp): PasswordRule {
  return {
    text: `One ${what}`,
    error: `Password must contain at least one ${what}`,
    isMet: (password) => pattern.test(password),
    waived: true,
  }
}

/** The rules for the password of a sign-up. */
export const signupPasswordRules: readonly PasswordRule[] = [longEnough, shortEnough]

/** The rules for every other new password. */
export const newPasswordRules: readonly PasswordRule[] = [
  ...signupPasswordRules,
  character('uppercase letter', /[A-Z]/),
  character('lowercase letter', /[a-z]/),
  character('number', /[0-9]/),
]

/** Whether the password is so long that it may consist of any characters. */
export const isPassphrase = (password: string) => lengthOf(password) >= passphraseLength

/** Whether the rule allows the password. */
export const isRuleKept = ({ isMet, waived }: PasswordRule, password: string): boolean =>
  isMet(password) || (waived === true && isPassphrase(password))

const password = z.string().min(shortest, longEnough.error).max(longest, shortEnough.error)

export const signupPassword = password

/** The error names only the first broken rule. */
export const newPassword = password
  .superRefine((typed, context) => {
    const broken = newPasswordRules.find((rule) => !isRuleKept(rule, typed))
    // The lengths have been checked above.
    if (broken?.waived) context.addIssue({ code: 'custom', message: broken.error })
  })
  .meta({
    example: 'Nightfall7',
    description: `With an uppercase letter, a lowercase letter and a number, or at least ${passphraseLength} characters long`,
  })

export const mailedToken = z
  .string()
  .min(20)
  .max(128)
  .meta({ description: 'Token from the link in the email' })

/** For a new password that satisfies the rules but is easy to guess. */
export const passwordRefusals = refusals({
  common_password: [
    422,
    'This password is easy to guess: it is a common password, or a common word with a few digits or symbols. Please choose another.',
  ],
  personal_password: [
    422,
    'This password contains your name, your email address or the name of this store. Please choose another.',
  ],
})

/** For a user name or an address that another user has. */
export const takenRefusals = refusals({
  username_taken: [409, 'This username is already taken'],
  email_taken: [409, 'This email address is already taken'],
})

/**
 * For calls that require a signed-in user to enter the current password again. They count wrong
 * passwords together.
 */
export const currentPasswordRefusals = refusals({
  wrong_password: [400, 'The current password is not correct'],
  too_many_password_guesses: [
    429,
    'Too many wrong passwords. Please try again in {wait}, or sign out and reset your password.',
  ],
})

/**
 * Six digits of the authenticator app, or a recovery code. Spaces and hyphens only help
 * readability.
 */
export const factorCode = z
  .string()
  .trim()
  .min(1, 'Enter a code')
  .max(64)
  .meta({ description: 'Code from the authenticator app, or a recovery code', example: '123456' })

export const factorCodeRefusals = refusals({
  wrong_factor_code: [
    400,
    'This code is wrong, expired or already used. Enter the code that your app shows now. If codes keep failing, set your phone’s clock to automatic.',
  ],
})

/** For calls that require a code of an active second factor. */
export const takenCodeRefusals = {
  ...factorCodeRefusals,
  ...refusals({
    too_many_code_guesses: [
      429,
      'Too many attempts. Please wait a few minutes, or enter a recovery code.',
    ],
  }),
}

/** For users whose second factor was turned off since the page was loaded, or who never had one. */
export const factorOffRefusals = refusals({
  factor_off: [409, 'Two-factor authentication is off, so there are no codes'],
})

const either = 'Enter your password or a two-factor code'

/**
 * The password or a second-factor code, with which a signed-in user confirms their identity again.
 */
export const passwordOrCode = z
  .object({
    password: z.string().min(1, 'Enter your password').max(256).optional(),
    code: factorCode.optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: either,
    path: ['password'],
  })
export type PasswordOrCode = z.output<typeof passwordOrCode>
