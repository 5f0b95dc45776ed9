/** Roles of staff members. */
export type Role = 'support' | 'admin'

const everybody: readonly Role[] = ['support', 'admin']
const admins: readonly Role[] = ['admin']

/**
 * Which roles have which capability. An endpoint names the capability that it requires. The server
 * rejects calls without it, and pages hide what the signed-in staff member may not do.
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
  manage_replies: admins,
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

/** Whether the user is a staff member with this capability. */
export function can(user: Roles, capability: Capability): boolean {
  return capabilities[capability].some((role) => user[role])
}

/** Scopes of API keys. Each key has one or more of them. */
export const scopes = ['report_status', 'upload_releases', 'promote_releases'] as const
export type Scope = (typeof scopes)[number]
