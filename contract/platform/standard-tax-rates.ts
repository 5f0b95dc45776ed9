/**
 * Standard rates of value added tax in percent, with the day from which each applies. If a rate
 * changed since 2024, the previous rate is listed too. Sources:
 * - EU: European Commission, Taxes in Europe Database (TEDB), 'VAT rates applied in the Member
 * States'. All 27 rates and their days were compared with TEDB's history of standard rates of 23
 * September 2026 (github.com/vatnode/eu-vat-rates-data, `data/eu-vat-rates-history.json`).
 * - GB: gov.uk, 'VAT rates'
 * - NO: Skatteetaten, 'Value added tax'
 * - CH: Federal Tax Administration, 'VAT rates as of 1 January 2024'
 * The last three are as of 31 December 2025. No later change of them was found.
 */
export const standardTaxRates: readonly string[] = [
  'AT 1984-01-01 20',
  'BE 1996-01-01 21',
  'BG 1999-01-01 20',
  'CH 2024-01-01 8.1',
  'CY 2014-01-13 19',
  'CZ 2013-01-01 21',
  'DE 2021-01-01 19',
  'DK 1992-01-01 25',
  'EE 2024-01-01 22',
  'EE 2025-07-01 24',
  'ES 2012-09-01 21',
  'FI 2013-01-01 24',
  'FI 2024-09-01 25.5',
  'FR 2014-01-01 20',
  'GB 2011-01-04 20',
  'GR 2016-06-01 24',
  'HR 2012-03-01 25',
  'HU 2012-01-01 27',
  'IE 2021-03-01 23',
  'IT 2013-10-01 22',
  'LT 2009-09-01 21',
  'LU 2024-01-01 17',
  'LV 2012-07-01 21',
  'MT 2004-01-01 18',
  'NL 2012-10-01 21',
  'NO 2005-01-01 25',
  'PL 2011-01-01 23',
  'PT 2011-01-01 23',
  'RO 2017-01-01 19',
  'RO 2025-08-01 21',
  'SE 1990-07-01 25',
  'SI 2013-07-01 22',
  'SK 2011-01-01 20',
  'SK 2025-01-01 23',
]

/** The day on which these rates were compared. */
export const standardTaxRatesOf = '2026-09-23'
