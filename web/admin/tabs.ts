import { type LucideIcon, Mail, ScrollText } from 'lucide-react'
import type { Access } from '#contract/endpoint.ts'

type Tab = { to: string; label: string; icon: LucideIcon; access: Access }

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [
  { to: '/admin/logs', label: 'Logs', icon: ScrollText, access: 'staff' },
  { to: '/admin/mails', label: 'Mail Log', icon: Mail, access: 'staff' },
]
