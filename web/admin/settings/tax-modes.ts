/** What documents may say of tax. */
export const taxModes = [
  { value: 'off', label: 'Say nothing of tax' },
  { value: 'small_business', label: 'Small business: a sentence' },
  { value: 'table', label: 'By country, from a table of rates' },
]
