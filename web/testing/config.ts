import type { PublicConfig } from '#contract/platform/public-config.ts'

/** The configuration of an open shop without cards and crypto payments. */
export const usualConfig: PublicConfig = {
  shopName: 'Loadout',
  brand: { tokens: null, logo: null, icon: '/icon.png', touch_icon: null, version: '1' },
  footer: { tagline: '', links: [] },
  seller: null,
  legalVersions: { terms: 1, refunds: 1 },
  currency: 'USD',
  timeZone: 'UTC',
  siteUrl: 'https://loadout.test',
  apiUrl: null,
  communityUrl: null,
  registration: 'open',
  opened: true,
  sandbox: null,
  captcha: { kind: 'altcha' },
  stripe: null,
  crypto: false,
  mail: true,
  discord: false,
}
