const two = (number: number) => String(number).padStart(2, '0')

/** Formats a time for a `datetime-local` field, in the reader's time zone. */
export function toLocalTime(at: string | Date): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Parses a `datetime-local` field into the format of the API. Null if it is empty or invalid. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text)
  return text && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

/**
 * Parses a field that showed `stored`. If the user has not edited it, the stored time is returned,
 * because the field shows neither its seconds nor, when the clocks go back, which of the two hours
 * it means.
 */
export function fromEditedTime(text: string, stored: string | null | undefined): string | null {
  return stored && text === toLocalTime(stored) ? stored : fromLocalTime(text)
}
