import type { Scope } from '#contract/wire/capabilities.ts'

/** The label of each scope of a key. */
export const scopeLabels: Record<Scope, string> = {
  report_status: 'Report to the status page',
  upload_releases: 'Upload releases',
  promote_releases: 'Promote releases',
}
