import { loaderTab } from '../loader/loader-tab.tsx'
import { ordersTab } from '../orders/orders-tab.tsx'
import { subscriptionsTab } from '../subscriptions/subscriptions-tab.tsx'
import type { Tab } from './tab.ts'

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [ordersTab, subscriptionsTab, loaderTab]

/** The tab of `?t=`; the first one for any other value. */
export function findTab(search: string): Tab {
  const id = new URLSearchParams(search).get('t')
  return tabs.find((tab) => tab.id === id) ?? tabs[0]!
}
