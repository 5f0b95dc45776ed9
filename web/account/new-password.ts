import * as z from 'zod'
import { newPassword } from '#contract/credentials.ts'

/**
 * A new password and its repetition. Only the first fault is told: the rules of a password in
 * their order, then the comparison.
 */
export const passwordChoice = z
  .object({ password: z.string(), confirm: z.string() })
  .superRefine(({ password, confirm }, context) => {
    const fault = newPassword.safeParse(password).error?.issues[0]?.message
    if (fault) context.addIssue({ code: 'custom', path: ['password'], message: fault })
    else if (password !== confirm)
      context.addIssue({ code: 'custom', path: ['confirm'], message: 'Passwords do not match' })
  })
