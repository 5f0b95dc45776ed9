import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Me } from '#contract/platform/sessions.ts'
import type { PublicConfig } from '../../config.ts'

type Heading = {
  /** The id in `/dashboard?t=`. */
  id: string
  label: string
  icon: LucideIcon
  /** Shown if loading fails. */
  failed: string
  /** Whether this shop offers the tab. Every shop does if left out. */
  offered?: (config: PublicConfig) => boolean
  /** A page within the tab that has its own URL: `&ticket=7`. */
  part?: { parameter: string; failed: string }
}

type TabOf<Data> = Heading & {
  /** Loads the tab, or the part of it that the URL names. */
  load: (part: string | null) => Promise<Data>
  Panel: ComponentType<{ data: Data; user: Me }>
}

/** A tab of the dashboard: its label, its loader and its panel. */
export type Tab = TabOf<unknown>

/** Checks that a panel takes the data that its own tab loads. */
export function defineTab<Data>(tab: TabOf<Data>): Tab {
  return tab as unknown as Tab
}
