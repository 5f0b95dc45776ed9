/** The member states of the EU: their VAT ids are in VIES, and their companies owe the tax themselves. */
const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** What a VAT id of a country begins with; Northern Ireland has letters of its own beside GB. */
const letters: Record<string, readonly string[]> = {
  ...Object.fromEntries([...memberStates].map((country) => [country, [country]])),
  GR: ['EL'],
  GB: ['GB', 'XI'],
  NO: ['NO'],
  CH: ['CHE'],
}

export const isMemberState = (country: string) => memberStates.has(country)

/** Companies of these are asked for a VAT id. */
export const hasVatIds = (country: string) => country in letters

export const vatLetters = (country: string): readonly string[] => letters[country] ?? []

/** The country that a VAT id is of, by its letters; null of none. */
export function vatCountry(vatId: string): string | null {
  const found = Object.entries(letters).find(([, all]) =>
    all.some((each) => vatId.startsWith(each)),
  )
  return found?.[0] ?? null
}
