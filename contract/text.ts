import * as z from 'zod'

// What a text of one line must not have: ends of lines, and marks that turn the direction of what
// stands around it, so that a name or a subject reads as another.
const marks = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// What leaves something to see: neither spaces nor marks that join, turn or fill, nor the blank of
// Braille.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * A text of one line that shows something, without the spaces around it, of at most so many
 * characters. What no text may have, NUL and halves of characters, the server refuses in every field.
 */
export function line(
  most: number,
  missing = 'Enter a text',
  tooLong = `At most ${most} characters`,
) {
  return (
    z
      .string()
      .trim()
      .min(1, missing)
      .max(most, tooLong)
      // One fault at a time, and without `abort`: that would keep the checks of a whole form from running.
      .refine((text) => text === '' || visible.test(text), missing)
      .refine(
        (text) => !visible.test(text) || !marks.test(text),
        'Leave out line breaks and hidden marks',
      )
  )
}

/** The same of so many lines at most, each of which is one. */
export function lines(most: number, mostLines: number, missing: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `At most ${most} characters`)
    .refine((text) => text === '' || visible.test(text), missing)
    .refine(
      (text) => text.split(/\r?\n/).every((each) => !marks.test(each)),
      'Leave out hidden marks',
    )
    .refine((text) => text.split('\n').length <= mostLines, `At most ${mostLines} lines`)
}
