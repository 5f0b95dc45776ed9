import { countryName } from '#contract/countries.ts'
import { vatIdRefusals } from '#contract/taxes.ts'
import { isMemberState, vatCountry, vatLetters } from '#contract/vat-countries.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** How stdnum calls the validator of each country's VAT ids. */
const validators: Record<string, string> = {
  ...{ AT: 'uid', BE: 'vat', BG: 'vat', CH: 'vat', CY: 'vat', CZ: 'dic', DE: 'vat', DK: 'cvr' },
  ...{ EE: 'kmkr', ES: 'nif', FI: 'alv', FR: 'tva', GB: 'vat', GR: 'vat', HR: 'oib', HU: 'anum' },
  ...{ IE: 'vat', IT: 'iva', LT: 'pvm', LU: 'tva', LV: 'pvn', MT: 'vat', NL: 'btw', NO: 'mva' },
  ...{ PL: 'nip', PT: 'nif', RO: 'cui', SE: 'vat', SI: 'ddv', SK: 'dph' },
}

/**
 * A VAT id of a country as VIES writes it: its letters, then what follows them without spaces and
 * dots. Its form and check digits are looked at, nothing else. Throws `vat_id_form`.
 */
export async function readVatId(country: string, typed: string): Promise<string> {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [own = ''] = vatLetters(country)
  const first = [...vatLetters(country), country].find((letters) => bare.startsWith(letters))
  const number = first ? bare.slice(first.length) : bare
  // The formats of all countries are some megabytes that most processes never need.
  const { stdnum } = await import('stdnum')
  const validator = stdnum[country]?.[validators[country]!]
  if (!validator?.validate(country === 'CH' ? `CHE${number}` : number).isValid)
    throw new Refusal(vatIdRefusals.vat_id_form, { values: { country: countryName(country) } })
  return `${first === 'XI' ? first : own}${number}`
}

const anyOfThem = 'the EU, the UK, Norway or Switzerland'

/** The same of any country, by its letters. Throws `vat_id_form`. */
export async function readAnyVatId(typed: string): Promise<string> {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // People of Greece write both.
  const country = vatCountry(bare.replace(/^GR/, 'EL'))
  if (!country) throw new Refusal(vatIdRefusals.vat_id_form, { values: { country: anyOfThem } })
  return readVatId(country, bare)
}

/**
 * Who would ask VIES about a company of this country: the seller, across a border of the EU. Null where
 * tax is charged whatever VIES says: an id that begins with XI is of goods, and what is sold here is a
 * service.
 */
export function requesterFor(sellerId: string, country: string, vatId: string | null) {
  if (!vatId || !sellerId || !isMemberState(country)) return null
  return vatCountry(sellerId) === country ? null : sellerId
}
