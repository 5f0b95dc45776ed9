import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Me } from '#contract/sessions.ts'
import type { PublicConfig } from '../../config.ts'

type Heading = {
  /** As in `/dashboard?t=`. */
  id: string
  label: string
  icon: LucideIcon
  /** Shown where loading has failed. */
  failed: string
  /** Whether this shop has it; every shop has, when it is missing. */
  offered?: (config: PublicConfig) => boolean
  /** What lies within the tab and has an address too: `&ticket=7`. */
  part?: { parameter: string; failed: string }
}

type TabOf<Data> = Heading & {
  /** Loads the tab, or the part of it that the address names. */
  load: (part: string | null) => Promise<Data>
  Panel: ComponentType<{ data: Data; user: Me }>
}

/** One tab of the dashboard: how it is called, what it loads and what shows it. */
export type Tab = TabOf<unknown>

/** Ties a panel to the data that its own tab loads. */
export function defineTab<Data>(tab: TabOf<Data>): Tab {
  return tab as unknown as Tab
}
