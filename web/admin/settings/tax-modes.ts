import type { StoreSettings } from '#contract/platform/settings.ts'

/** The tax statements that documents can have. */
export const taxModes = [
  { value: 'off', label: 'None' },
  { value: 'small_business', label: 'Small-business statement' },
  { value: 'table', label: 'By country, from a tax table' },
] as const satisfies readonly { value: StoreSettings['tax_mode']; label: string }[]
