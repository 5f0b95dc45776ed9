import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { userRefusals } from './users.ts'
import { done, pathId } from './wire.ts'

export const staffDevices = {
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/hwid',
    who: 'staff',
    can: 'reset_devices',
    summary: 'Let the loader of a user run on another machine',
    params: z.object({ uid: pathId }),
    result: done,
    refusals: userRefusals,
  }),
}
