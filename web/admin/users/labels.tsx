import type { Role, User } from '#contract/people/staff-users.ts'
import { Badge } from '../../ui/badge.tsx'

export function roleOf({ admin, support }: Pick<User, 'admin' | 'support'>): Role {
  if (admin) return 'admin'
  return support ? 'support' : 'user'
}

export const roleLabels: Record<Role, string> = { user: 'User', support: 'Support', admin: 'Admin' }

export const roleOptions = (['user', 'support', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value],
}))

export function StatusBadge({ user }: { user: Pick<User, 'banned' | 'verified'> }) {
  if (user.banned) return <Badge tone="danger">Banned</Badge>
  if (user.verified) return <Badge tone="success">Active</Badge>
  return <Badge tone="warning">Unverified</Badge>
}
