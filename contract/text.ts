import * as z from 'zod'

// What a text of one line must not have: ends of lines, and marks that turn the direction of what
// stands around it, so that a name or a subject reads as another.
const marks = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * A text of one line, without the spaces around it, of at most so many characters. What no text may
 * have, NUL and halves of characters, the server refuses in every field.
 */
export function line(most: number, missing = 'Enter a text') {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(most)
    .refine((text) => !marks.test(text), 'Leave out line breaks and hidden marks')
}
