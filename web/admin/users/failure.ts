import { messageOf } from '../../api/error.ts'

/** What failed, and below it why, if the server says so. */
export function failureOf(sentence: string, error: unknown): string {
  const reason = messageOf(error, '')
  return reason ? `${sentence}\n${reason}` : sentence
}
