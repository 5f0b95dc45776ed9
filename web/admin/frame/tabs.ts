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
  TicketPercent,
  Users,
} from 'lucide-react'
import type { Capability } from '#contract/wire/capabilities.ts'

export type Tab = { to: string; label: string; icon: LucideIcon; can: Capability }

/** The groups of the sidebar, in its order. The first group needs no heading. */
export const tabGroups: readonly { heading?: string; tabs: readonly Tab[] }[] = [
  {
    tabs: [{ to: '/admin', label: 'Dashboard', icon: LayoutDashboard, can: 'view_figures' }],
  },
  {
    heading: 'Sales',
    tabs: [
      { to: '/admin/orders', label: 'Orders', icon: ReceiptText, can: 'view_orders' },
      { to: '/admin/disputes', label: 'Disputes', icon: Gavel, can: 'view_disputes' },
      { to: '/admin/documents', label: 'Documents', icon: FileText, can: 'view_orders' },
      { to: '/admin/products', label: 'Products', icon: Package, can: 'manage_products' },
      { to: '/admin/codes', label: 'Discount Codes', icon: TicketPercent, can: 'manage_discounts' },
    ],
  },
  {
    heading: 'Customers',
    tabs: [
      { to: '/admin/users', label: 'Users', icon: Users, can: 'view_users' },
      { to: '/admin/support', label: 'Support Tickets', icon: LifeBuoy, can: 'answer_tickets' },
      { to: '/admin/credits', label: 'Compensation', icon: Hourglass, can: 'view_credits' },
    ],
  },
  {
    heading: 'Software',
    tabs: [
      { to: '/admin/loader', label: 'Loader', icon: HardDriveDownload, can: 'manage_loader' },
      { to: '/admin/status', label: 'Status', icon: Activity, can: 'manage_status' },
    ],
  },
  {
    heading: 'Messages',
    tabs: [
      { to: '/admin/blogs', label: 'Blog', icon: Newspaper, can: 'manage_blog' },
      { to: '/admin/emails', label: 'Emails', icon: Megaphone, can: 'manage_campaigns' },
      { to: '/admin/mails', label: 'Email Log', icon: Mail, can: 'view_mail' },
    ],
  },
  {
    heading: 'System',
    tabs: [
      { to: '/admin/health', label: 'Health', icon: HeartPulse, can: 'manage_health' },
      { to: '/admin/logs', label: 'Logs', icon: ScrollText, can: 'view_logs' },
      { to: '/admin/settings', label: 'Settings', icon: Settings, can: 'manage_settings' },
    ],
  },
]

export const tabs = tabGroups.flatMap((group) => group.tabs)

/** The tab that a page of the back-office belongs to. */
export function tabOf(pathname: string): Tab {
  return tabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? tabs[0]!
}
