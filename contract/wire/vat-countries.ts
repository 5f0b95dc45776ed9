/**
 * The EU member states. VIES can check their VAT ids, and companies with a valid id owe the tax of
 * a purchase themselves (reverse charge).
 */
const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** The prefix of VAT ids by country. Northern Ireland has its own prefix besides GB. */
const letters: Record<string, readonly string[]> = {
  ...Object.fromEntries([...memberStates].map((country) => [country, [country]])),
  GR: ['EL'],
  GB: ['GB', 'XI'],
  NO: ['NO'],
  CH: ['CHE'],
}

export const isMemberState = (country: string) => memberStates.has(country)

/** Companies in these countries are asked for a VAT id. */
export const hasVatIds = (country: string) => country in letters

export const vatLetters = (country: string): readonly string[] => letters[country] ?? []

/** The country of a VAT id, from its prefix, or null if the prefix is unknown. */
export function vatCountry(vatId: string): string | null {
  const found = Object.entries(letters).find(([, all]) =>
    all.some((each) => vatId.startsWith(each)),
  )
  return found?.[0] ?? null
}
