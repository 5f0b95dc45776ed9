/** The pages of settings below `/admin/settings`, which is the first page. */
export const settingsPaths = [
  'seller',
  'renewals',
  'refunds',
  'crypto',
  'devices',
  'backups',
] as const
