import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** One tab of the dashboard: how it is called, what it loads and what shows it. */
export type Tab = {
  /** As in `/dashboard?t=`. */
  id: string
  label: string
  icon: LucideIcon
  load: () => Promise<unknown>
  /** Told where loading has failed without a sentence of the server's own. */
  failed: string
  Panel: ComponentType<{ data: unknown }>
}

type TabOf<Data> = Omit<Tab, 'load' | 'Panel'> & {
  load: () => Promise<Data>
  Panel: ComponentType<{ data: Data }>
}

/** Ties a panel to the data that its own tab loads. */
export function defineTab<Data>(tab: TabOf<Data>): Tab {
  return tab as unknown as Tab
}
