import type { SettingsFields } from './fields.ts'

type SettingName = Exclude<keyof SettingsFields, 'revision'>

type Line = {
  kind: 'text'
  maxLength: number
  inputMode?: 'numeric'
  type?: 'email'
  autoComplete?: string
  wide?: boolean
}
type Lines = { kind: 'lines'; rows: number; maxLength: number; autoComplete?: string }
type Choice = { kind: 'choice'; options: readonly { value: string; label: string }[] }
/** These have a component of their own. */
type Special = { kind: 'switch' | 'currency' | 'time-zone' | 'tax-rates' }

export type Setting = {
  name: SettingName
  label: string
  hint?: string
  /** Shown only while the other setting has this value. */
  shownIf?: { setting: SettingName; is: string }
} & (Line | Lines | Choice | Special)

export type SettingsGroup = {
  title: string
  intro?: string
  settings: readonly Setting[]
  /** Shows the next document with the typed settings. */
  documentPreview?: boolean
}

export type SettingsPage = {
  /** The last part of the URL. The first page has none. */
  path: string
  title: string
  groups: readonly SettingsGroup[]
}

/** A field for a whole number. */
export const wholeNumber = (maxLength: number) =>
  ({ kind: 'text', inputMode: 'numeric', maxLength }) as const
