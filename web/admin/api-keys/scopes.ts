import type { Scope } from '#contract/capabilities.ts'

/** What a key may do, as its reader would say it. */
export const scopeLabels: Record<Scope, string> = {
  report_status: 'Report to the status page',
  upload_releases: 'Upload releases',
  promote_releases: 'Promote releases',
}
