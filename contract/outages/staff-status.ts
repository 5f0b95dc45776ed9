import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { done } from '#contract/wire/wire.ts'
import {
  fullRefusals,
  moduleName,
  moduleRefusals,
  moduleReport,
  moduleStatus,
  mostModules,
} from './status.ts'

const staffModule = moduleStatus.extend({ revision }).meta({ id: 'StaffModule' })
export type StaffModule = z.input<typeof staffModule>

/** The modules of the status page, as staff edit them. Pipelines report through `status`. */
export const staffStatus = {
  list: endpoint({
    method: 'GET',
    path: '/admin/modules/',
    who: 'staff',
    can: 'manage_status',
    summary: 'List the modules of the status page',
    description: 'In display order.',
    query: z.object(paged(100)),
    result: z.object({ modules: z.array(staffModule), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/modules/',
    who: 'staff',
    can: 'manage_status',
    summary: 'Add a module to the status page',
    description: 'It is added at the end.',
    body: moduleReport.extend({ repo: moduleName }),
    result: staffModule,
    status: 201,
    refusals: {
      ...refusals({ module_exists: [409, 'Module {repo} already exists'] }),
      ...fullRefusals,
    },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/modules/{repo}',
    who: 'staff',
    can: 'manage_status',
    summary: 'Change a module’s version or status',
    params: z.object({ repo: moduleName }),
    body: moduleReport.partial().extend({ revision: seenRevision }),
    result: staffModule,
    refusals: { ...moduleRefusals, ...revisionRefusals },
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/admin/modules/order',
    who: 'staff',
    can: 'manage_status',
    summary: 'Reorder the modules',
    description: 'Modules that are not listed keep their order after the listed ones.',
    body: z.array(moduleName).min(1).max(mostModules),
    result: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/modules/{repo}',
    who: 'staff',
    can: 'manage_status',
    summary: 'Remove a module from the status page',
    params: z.object({ repo: moduleName }),
    result: done,
    refusals: moduleRefusals,
  }),
}
