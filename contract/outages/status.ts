import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { timestamp } from '#contract/wire/wire.ts'

export const serviceStatus = z
  .enum(['operational', 'updating', 'maintenance', 'offline'])
  .meta({ id: 'ServiceStatus' })
export type ServiceStatus = z.output<typeof serviceStatus>

export const moduleName = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)?$/,
    'Enter a name, or owner and name separated by a slash',
  )
  .meta({ description: 'Module name, with slashes escaped', example: 'loader' })

export const moduleReport = z.object({
  version: line(60, 'Enter a version').meta({ example: '1.4.2' }),
  status: serviceStatus,
})

export const moduleStatus = moduleReport
  .extend({ repo: z.string().meta({ example: 'loader' }), last_updated: timestamp })
  .meta({ id: 'ModuleStatus' })
export type ModuleStatus = z.input<typeof moduleStatus>

const limit = { max: 120, seconds: 60, by: 'address' } as const

export const moduleRefusals = refusals({ unknown_module: [404, 'Module not found'] })

/** Limited so that every list of modules is complete and its order can be changed. */
export const mostModules = 500
export const fullRefusals = refusals({
  modules_full: [409, 'The status page already has {most} modules. Remove one first.'],
})

export const status = {
  list: endpoint({
    method: 'GET',
    path: '/status/',
    who: 'anyone',
    summary: 'Read the status of every module',
    duringMaintenance: true,
    cached: 'status',
    result: z.array(moduleStatus),
  }),
  report: endpoint({
    method: 'PUT',
    path: '/status/{repo}',
    who: 'key',
    scope: 'report_status',
    summary: 'Report a module’s version and status',
    description: `For a build pipeline. A new module is added at the end of the list, which can have at most ${mostModules}.`,
    limit,
    duringMaintenance: true,
    params: z.object({ repo: moduleName }),
    body: moduleReport,
    result: moduleStatus,
    refusals: fullRefusals,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/status/{repo}',
    who: 'key',
    scope: 'report_status',
    summary: 'Remove a module from the status page',
    limit,
    duringMaintenance: true,
    params: z.object({ repo: moduleName }),
    result: moduleStatus,
    refusals: moduleRefusals,
  }),
}
