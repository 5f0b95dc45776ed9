import { backupsPage } from './pages/backups.ts'
import { cryptoPage } from './pages/crypto.ts'
import { devicesPage } from './pages/devices.ts'
import { generalPage } from './pages/general.ts'
import { refundsPage } from './pages/refunds.ts'
import { renewalsPage } from './pages/renewals.ts'
import { sellerPage } from './pages/seller.ts'
import type { SettingsPage } from './setting.ts'

/** The pages of settings, in the order of the navigation. Their labels have the shop's currency. */
export const settingsPages = (): SettingsPage[] => [
  generalPage(),
  sellerPage(),
  renewalsPage(),
  refundsPage(),
  cryptoPage(),
  devicesPage(),
  backupsPage(),
]

/** Pages of the navigation with other content than settings. */
export const otherPages = {
  appearance: { path: 'appearance', title: 'Appearance' },
  texts: { path: 'texts', title: 'Texts' },
  replies: { path: 'replies', title: 'Canned replies' },
  services: { path: 'services', title: 'Services' },
} as const

export const urlOf = ({ path }: { path: string }) =>
  path ? `/admin/settings/${path}` : '/admin/settings'
