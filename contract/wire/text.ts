import * as z from 'zod'

// Characters that a single-line text must not contain: line ends, and marks that change the text
// direction, because they could make a name or subject look like a different one.
const marks = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// A visible character: not a space, not an invisible formatting mark, and not the blank of Braille.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * A single-line text with at least one visible character, trimmed, with a maximum length in
 * characters. The server rejects NUL and unpaired surrogates in every field.
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
      // Reports one fault at a time. `abort` is not used, because it would prevent the checks of
      // the whole form.
      .refine((text) => text === '' || visible.test(text), missing)
      .refine(
        (text) => !visible.test(text) || !marks.test(text),
        'Remove line breaks and invisible characters',
      )
  )
}

/** The same for a multi-line text with a maximum number of lines. */
export function lines(most: number, mostLines: number, missing: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `At most ${most} characters`)
    .refine((text) => text === '' || visible.test(text), missing)
    .refine(
      (text) => text.split(/\r?\n/).every((each) => !marks.test(each)),
      'Remove invisible characters',
    )
    .refine((text) => text.split('\n').length <= mostLines, `At most ${mostLines} lines`)
}
