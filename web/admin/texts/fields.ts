export type Line = {
  name: string
  label: string
  hint?: string
  /** How many characters, where a browser can hold to it. */
  most: number
  lines?: number
}

/** A list of entries, each of which is such texts; the first names it. */
type List = {
  name: string
  label: string
  hint?: string
  /** What one is called: `feature`. */
  entry: string
  most: number
  fields: readonly Line[]
}

export type Field =
  | ({ kind: 'line' | 'markdown' } & Line)
  | { kind: 'switch'; name: string; label: string; hint: string }
  | ({ kind: 'list' } & List)
export type ListOf = Extract<Field, { kind: 'list' }>

export type Group = { title: string; fields: readonly Field[] }

export type TextPage = {
  title: string
  /** What it is and where it is read. */
  detail: string
  /** Where visitors read it. */
  to: string
  kind: 'page' | 'legal' | 'mail'
  /** What stands in for it where it is read. */
  placeholders: Readonly<Record<string, string>>
  groups: readonly Group[]
}

export const line = (name: string, label: string, most: number, more: Partial<Line> = {}) =>
  ({ kind: 'line', name, label, most, ...more }) as const

export const several = (name: string, label: string, most: number, lines = 3, hint?: string) =>
  ({ kind: 'line', name, label, most, lines, ...(hint && { hint }) }) as const

export const title: Line = { name: 'title', label: 'Title', most: 80 }
export const text: Line = { name: 'text', label: 'Text', most: 600, lines: 3 }
export const asked: readonly Line[] = [
  { name: 'question', label: 'Question', most: 200 },
  { name: 'answer', label: 'Answer', most: 2000, lines: 4 },
]

export const shop = { shop: 'the name of the shop' }
