import * as z from 'zod'
import { newPassword } from '#contract/wire/credentials.ts'

/**
 * A new password and its repetition. Reports only the first error: the password rules in order,
 * then the comparison.
 */
export const passwordChoice = z
  .object({ new_password: z.string(), confirm: z.string() })
  .superRefine(({ new_password, confirm }, context) => {
    const fault = newPassword.safeParse(new_password).error?.issues[0]?.message
    if (fault) context.addIssue({ code: 'custom', path: ['new_password'], message: fault })
    else if (new_password !== confirm)
      context.addIssue({ code: 'custom', path: ['confirm'], message: 'Passwords do not match' })
  })
