export type Line = {
  name: string
  label: string
  hint?: string
  /** The maximum number of characters, if a browser can enforce it. */
  most: number
  lines?: number
}

/** A list of entries with several texts each. The first text is the entry's name. */
type List = {
  name: string
  label: string
  hint?: string
  /** The noun for one entry: `feature`. */
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
  /** The purpose of the text, and where it appears. */
  detail: string
  /** The page where visitors read it. */
  to: string
  kind: 'page' | 'legal' | 'mail'
  /** The placeholders that are replaced when the text is shown. */
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

export const shop = { shop: 'shop name' }
