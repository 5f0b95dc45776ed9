import { cardsTab } from '../cards/cards-tab.tsx'
import { devicesTab } from '../devices/devices-tab.tsx'
import { loaderTab } from '../loader/loader-tab.tsx'
import { ordersTab } from '../orders/orders-tab.tsx'
import { profileTab } from '../profile/profile-tab.tsx'
import { referralsTab } from '../referrals/referrals-tab.tsx'
import { subscriptionsTab } from '../subscriptions/subscriptions-tab.tsx'
import { supportTab } from '../tickets/support-tab.tsx'
import type { Tab } from './tab.ts'

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [
  profileTab,
  referralsTab,
  ordersTab,
  subscriptionsTab,
  cardsTab,
  loaderTab,
  devicesTab,
  supportTab,
]

export type View = { tab: Tab; part: string | null; key: string }

/** Returns the tab of `?t=` and its part. Any unknown value shows the first tab. */
export function findView(search: string): View {
  const query = new URLSearchParams(search)
  const id = query.get('t')
  const tab = tabs.find((tab) => tab.id === id) ?? tabs[0]!
  const part = tab.part ? query.get(tab.part.parameter) : null
  return { tab, part, key: `${tab.id}/${part ?? ''}` }
}
