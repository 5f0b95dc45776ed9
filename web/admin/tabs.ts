import { type LucideIcon, Mail } from 'lucide-react'
import type { Access } from '#contract/endpoint.ts'

type Tab = { to: string; label: string; icon: LucideIcon; access: Access }

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [
  { to: '/admin/mails', label: 'Mail Log', icon: Mail, access: 'staff' },
]
