import { LifeBuoy, type LucideIcon, Package, ReceiptText, Settings, UserRound } from 'lucide-react'
import type { Found } from '#contract/shop/search.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { statusLabel } from '../../account/tickets/ticket-badge.tsx'
import type { Tab } from '../frame/tabs.ts'
import { findSettings } from '../settings/find.ts'

export type Entry = {
  key: string
  to: string
  title: string
  /** Distinguishes the entry from others of its kind. */
  detail: string
  icon: LucideIcon
}

export type Group = { label: string; entries: Entry[] }

/** The pages whose name contains the typed text, or all pages if it is empty. */
export function pageEntries(pages: readonly Tab[], text: string): Group {
  const wanted = text.trim().toLowerCase()
  const entries = pages
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ to, label, icon }) => ({ key: `page ${to}`, to, title: label, detail: '', icon }))
  return { label: 'Pages', entries }
}

/** The matching settings and pages of settings, if the user can open them. */
export function settingEntries(pages: readonly Tab[], text: string): Group {
  const tab = pages.find(({ to }) => to === '/admin/settings')
  const entries = (tab ? findSettings(text).slice(0, 6) : []).map(({ to, label, page }) => ({
    key: `setting ${to} ${label}`,
    to,
    title: label,
    detail: page,
    icon: Settings,
  }))
  return { label: 'Settings', entries }
}

export function foundEntries({ users, orders, tickets, products }: Found): Group[] {
  return [
    {
      label: 'Users',
      entries: users.map(({ uid, username, email }) => ({
        key: `user ${uid}`,
        to: `/admin/users/${uid}`,
        title: username,
        detail: email,
        icon: UserRound,
      })),
    },
    {
      label: 'Orders',
      entries: orders.map(({ id, username, payment_status }) => ({
        key: `order ${id}`,
        to: `/admin/orders/${id}`,
        title: id,
        detail: `${username}, ${paymentLabels[payment_status]}`,
        icon: ReceiptText,
      })),
    },
    {
      label: 'Tickets',
      entries: tickets.map(({ id, title, status }) => ({
        key: `ticket ${id}`,
        to: `/admin/support?ticket=${id}`,
        title,
        detail: `#${id}, ${statusLabel(status)}`,
        icon: LifeBuoy,
      })),
    },
    {
      label: 'Products',
      entries: products.map(({ id, name }) => ({
        key: `product ${id}`,
        to: `/admin/products/${id}`,
        title: name,
        detail: `#${id}`,
        icon: Package,
      })),
    },
  ]
}
