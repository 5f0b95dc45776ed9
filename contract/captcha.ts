import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const captcha = {
  challenge: endpoint({
    method: 'GET',
    path: '/captcha/challenge',
    access: 'anyone',
    summary: 'Get a proof-of-work challenge',
    description: 'For the ALTCHA widget; solved in the page, single use, valid for ten minutes.',
    limit: { max: 120, seconds: 300, by: 'address' },
    duringMaintenance: true,
    result: z.record(z.string(), z.unknown()),
  }),
}
