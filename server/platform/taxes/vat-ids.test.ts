import { expect, test } from 'vitest'
import { countryName } from '#contract/wire/countries.ts'
import { readAnyVatId, readVatId, requesterFor } from './vat-ids.ts'

/** Ids that satisfy each country's rule, as printed on letters and as VIES has them. */
const known: [country: string, typed: string, id?: string][] = [
  ['AT', 'ATU 135 85 627', 'ATU13585627'],
  ['BE', 'BE 0428.759.497', 'BE0428759497'],
  ['BG', 'BG175074752'],
  ['CH', 'CHE-107.787.577 MWST', 'CHE107787577MWST'],
  ['CY', 'CY10259033P'],
  ['CZ', 'CZ25123891'],
  ['DE', '136 695 976', 'DE136695976'],
  ['DK', 'DK 13 58 56 28', 'DK13585628'],
  ['EE', 'EE100931558'],
  ['ES', 'ESB58378431'],
  ['ES', 'es x2482300w', 'ESX2482300W'],
  ['FI', 'FI20774740'],
  ['FR', 'FR40303265045'],
  ['FR', 'FRK7399859412'],
  ['GB', 'GB980780684'],
  ['GB', 'XI 980 7806 84', 'XI980780684'],
  ['GR', 'EL094259216'],
  ['GR', 'GR 094259216', 'EL094259216'],
  ['HR', 'HR33392005961'],
  ['HU', 'HU12892312'],
  ['IE', 'IE6433435OA'],
  ['IT', 'IT00743110157'],
  ['LT', 'LT119511515'],
  ['LU', 'LU15027442'],
  ['LV', 'LV40003521600'],
  ['MT', 'MT11679112'],
  ['NL', 'NL004495445B01'],
  ['NL', 'NL000099998B57'],
  ['NO', 'NO 923 609 016 MVA', 'NO923609016MVA'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['RO', 'RO18547290'],
  ['SE', 'SE556188840401'],
  ['SI', 'SI50223054'],
  ['SK', 'SK2022749619'],
]

test.each(known)(
  'accepts %s: %s, and refuses it with another digit',
  async (country, typed, id) => {
    expect(await readVatId(country, typed)).toBe(id ?? typed)
    const refused = { code: 'vat_id_form', message: expect.stringContaining(countryName(country)) }
    // In the Dutch form, the last two digits of a company's id are not check digits.
    const wrong = typed.replace(/\d(?=\D*(B01)?$)/, (digit) => String((Number(digit) + 1) % 10))
    await expect(readVatId(country, wrong)).rejects.toMatchObject(refused)
    await expect(readVatId(country, `${typed}77`)).rejects.toMatchObject(refused)
    await expect(readVatId(country === 'DE' ? 'AT' : 'DE', typed)).rejects.toMatchObject({
      code: 'vat_id_form',
    })
  },
)

test('the seller’s own ID belongs to the country of its letters', async () => {
  expect(await readAnyVatId('de 136 695 976')).toBe('DE136695976')
  expect(await readAnyVatId('GR094259216')).toBe('EL094259216')
  expect(await readAnyVatId('CHE-107.787.577 TVA')).toBe('CHE107787577TVA')
  for (const wrong of ['136695976', 'US136695976', 'DE136695975', '-'])
    await expect(readAnyVatId(wrong)).rejects.toMatchObject({ code: 'vat_id_form' })
})

test('VIES decides only across borders within the EU', () => {
  const seller = 'DE136695976'
  expect(requesterFor(seller, 'AT', 'ATU13585627')).toBe(seller)
  expect(requesterFor(seller, 'GR', 'EL094259216')).toBe(seller)
  // A seller outside the EU also sells across a border.
  expect(requesterFor('GB980780684', 'AT', 'ATU13585627')).toBe('GB980780684')
  expect(requesterFor(seller, 'DE', 'DE136695976')).toBeNull()
  expect(requesterFor('EL094259216', 'GR', 'EL094259216')).toBeNull()
  expect(requesterFor(seller, 'GB', 'XI980780684')).toBeNull()
  expect(requesterFor(seller, 'NO', 'NO923609016MVA')).toBeNull()
  expect(requesterFor(seller, 'AT', null)).toBeNull()
  expect(requesterFor('', 'AT', 'ATU13585627')).toBeNull()
})
