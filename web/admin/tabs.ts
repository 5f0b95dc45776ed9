import {
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { Access } from '#contract/endpoint.ts'

type Tab = { to: string; label: string; icon: LucideIcon; access: Access }

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, access: 'staff' },
  { to: '/admin/users', label: 'Users', icon: Users, access: 'staff' },
  { to: '/admin/support', label: 'Support Tickets', icon: LifeBuoy, access: 'staff' },
  { to: '/admin/emails', label: 'Emails', icon: Megaphone, access: 'admin' },
  { to: '/admin/logs', label: 'Logs', icon: ScrollText, access: 'staff' },
  { to: '/admin/settings', label: 'Settings', icon: Settings, access: 'admin' },
  { to: '/admin/mails', label: 'Mail Log', icon: Mail, access: 'staff' },
]
