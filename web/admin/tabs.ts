import {
  Activity,
  FileText,
  Gavel,
  HardDriveDownload,
  HeartPulse,
  Hourglass,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  Newspaper,
  Package,
  ReceiptText,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { Capability } from '#contract/wire/capabilities.ts'

type Tab = { to: string; label: string; icon: LucideIcon; can: Capability }

/** In the order of the sidebar. */
export const tabs: readonly Tab[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, can: 'view_figures' },
  { to: '/admin/users', label: 'Users', icon: Users, can: 'view_users' },
  { to: '/admin/orders', label: 'Orders', icon: ReceiptText, can: 'view_orders' },
  { to: '/admin/disputes', label: 'Disputes', icon: Gavel, can: 'view_disputes' },
  { to: '/admin/documents', label: 'Documents', icon: FileText, can: 'view_orders' },
  { to: '/admin/products', label: 'Products', icon: Package, can: 'manage_products' },
  { to: '/admin/blogs', label: 'Blog', icon: Newspaper, can: 'manage_blog' },
  { to: '/admin/support', label: 'Support Tickets', icon: LifeBuoy, can: 'answer_tickets' },
  { to: '/admin/emails', label: 'Emails', icon: Megaphone, can: 'manage_campaigns' },
  { to: '/admin/logs', label: 'Logs', icon: ScrollText, can: 'view_logs' },
  { to: '/admin/settings', label: 'Settings', icon: Settings, can: 'manage_settings' },
  { to: '/admin/mails', label: 'Email Log', icon: Mail, can: 'view_mail' },
  { to: '/admin/loader', label: 'Loader', icon: HardDriveDownload, can: 'manage_loader' },
  { to: '/admin/credits', label: 'Compensation', icon: Hourglass, can: 'view_credits' },
  { to: '/admin/status', label: 'Status', icon: Activity, can: 'manage_status' },
  { to: '/admin/health', label: 'Health', icon: HeartPulse, can: 'manage_health' },
]

/** The tab that a page of the back-office belongs to. */
export function tabOf(pathname: string): Tab {
  return tabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? tabs[0]!
}
