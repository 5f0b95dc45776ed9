import type { StoreSettings } from '#contract/settings.ts'

/** The tax statements that documents can have. */
export const taxModes = [
  { value: 'off', label: 'Say nothing of tax' },
  { value: 'small_business', label: 'Small business: a sentence' },
  { value: 'table', label: 'By country, from a table of rates' },
] as const satisfies readonly { value: StoreSettings['tax_mode']; label: string }[]
