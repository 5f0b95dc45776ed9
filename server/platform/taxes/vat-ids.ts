import { vatIdRefusals } from '#contract/platform/taxes.ts'
import { countryName } from '#contract/wire/countries.ts'
import { isMemberState, vatCountry, vatLetters } from '#contract/wire/vat-countries.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

/** The name of each country's VAT id validator in stdnum. */
const validators: Record<string, string> = {
  ...{ AT: 'uid', BE: 'vat', BG: 'vat', CH: 'vat', CY: 'vat', CZ: 'dic', DE: 'vat', DK: 'cvr' },
  ...{ EE: 'kmkr', ES: 'nif', FI: 'alv', FR: 'tva', GB: 'vat', GR: 'vat', HR: 'oib', HU: 'anum' },
  ...{ IE: 'vat', IT: 'iva', LT: 'pvm', LU: 'tva', LV: 'pvn', MT: 'vat', NL: 'btw', NO: 'mva' },
  ...{ PL: 'nip', PT: 'nif', RO: 'cui', SE: 'vat', SI: 'ddv', SK: 'dph' },
}

/** Returns the id as VIES writes it. Checks only form and check digits. Throws `vat_id_form`. */
export async function readVatId(country: string, typed: string): Promise<string> {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [own = ''] = vatLetters(country)
  const first = [...vatLetters(country), country].find((letters) => bare.startsWith(letters))
  const number = first ? bare.slice(first.length) : bare
  // The formats of all countries take some megabytes of memory, which most processes never need.
  const { stdnum } = await import('stdnum')
  const validator = stdnum[country]?.[validators[country]!]
  if (!validator?.validate(country === 'CH' ? `CHE${number}` : number).isValid)
    throw new Refusal(vatIdRefusals.vat_id_form, { values: { country: countryName(country) } })
  return `${first === 'XI' ? first : own}${number}`
}

const anyOfThem = 'the EU, the UK, Norway or Switzerland'

/** Does the same for any country, which the country code identifies. Throws `vat_id_form`. */
export async function readAnyVatId(typed: string): Promise<string> {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // Greek users write either code.
  const country = vatCountry(bare.replace(/^GR/, 'EL'))
  if (!country) throw new Refusal(vatIdRefusals.vat_id_form, { values: { country: anyOfThem } })
  return readVatId(country, bare)
}

/** Null if tax is charged anyway. Ids that begin with XI apply to goods only. */
export function requesterFor(sellerId: string, country: string, vatId: string | null) {
  if (!vatId || !sellerId || !isMemberState(country)) return null
  return vatCountry(sellerId) === country ? null : sellerId
}
