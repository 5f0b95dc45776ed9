import {
  Activity,
  HardDriveDownload,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  Newspaper,
  Package,
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
  { to: '/admin/products', label: 'Products', icon: Package, access: 'admin' },
  { to: '/admin/blogs', label: 'Blog', icon: Newspaper, access: 'admin' },
  { to: '/admin/support', label: 'Support Tickets', icon: LifeBuoy, access: 'staff' },
  { to: '/admin/emails', label: 'Emails', icon: Megaphone, access: 'admin' },
  { to: '/admin/logs', label: 'Logs', icon: ScrollText, access: 'staff' },
  { to: '/admin/settings', label: 'Settings', icon: Settings, access: 'admin' },
  { to: '/admin/mails', label: 'Mail Log', icon: Mail, access: 'staff' },
  { to: '/admin/loader', label: 'Loader', icon: HardDriveDownload, access: 'admin' },
  { to: '/admin/status', label: 'Status', icon: Activity, access: 'admin' },
]

/** The tab that a page of the back-office belongs to. */
export function tabOf(pathname: string): Tab {
  return tabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? tabs[0]!
}
