/** Members of the shop's staff, by what they are trusted with. */
export type Role = 'support' | 'admin'

const everybody: readonly Role[] = ['support', 'admin']
const admins: readonly Role[] = ['admin']

/**
 * What staff may do, and who of them. An endpoint names the capability that it needs. The server
 * refuses by it, and pages hide what their reader may not do.
 */
const capabilities = {
  use_back_office: everybody,
  view_figures: everybody,
  view_users: everybody,
  view_orders: everybody,
  refund_orders: everybody,
  send_payouts: admins,
  view_disputes: everybody,
  answer_disputes: admins,
  export_documents: admins,
  manage_users: admins,
  give_time: everybody,
  revoke_time: admins,
  reset_devices: everybody,
  manage_products: admins,
  move_renewals: admins,
  manage_discounts: admins,
  write_pages: admins,
  manage_blog: admins,
  answer_tickets: everybody,
  assign_tickets: admins,
  manage_campaigns: admins,
  view_mail: everybody,
  resend_mail: everybody,
  view_logs: everybody,
  manage_loader: admins,
  manage_status: admins,
  view_credits: everybody,
  manage_credits: admins,
  manage_api_keys: admins,
  manage_settings: admins,
  manage_health: admins,
  manage_services: admins,
} as const satisfies Record<string, readonly Role[]>

export type Capability = keyof typeof capabilities

export type Roles = { admin: boolean; support: boolean }

/** Whether a user is staff that may do this. */
export function can(user: Roles, capability: Capability): boolean {
  return capabilities[capability].some((role) => user[role])
}

/** What an API key may do: each has some of these. */
export const scopes = ['report_status', 'upload_releases', 'promote_releases'] as const
export type Scope = (typeof scopes)[number]
