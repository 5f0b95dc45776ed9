const two = (number: number) => String(number).padStart(2, '0')

/** A moment as a `datetime-local` field has it, in the reader's time zone. */
export function toLocalTime(at: string | Date): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment of a `datetime-local` field as it travels; null when it is empty or not one. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text)
  return text && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

/**
 * The moment of a field that showed `stored`: the stored one while nobody edited the field, which shows
 * neither its seconds nor which of the two hours of a night in autumn it is.
 */
export function fromEditedTime(text: string, stored: string | null | undefined): string | null {
  return stored && text === toLocalTime(stored) ? stored : fromLocalTime(text)
}
