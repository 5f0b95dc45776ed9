import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { clock } from '#server/kernel/time/clock.ts'
import { randomText } from '../ids.ts'
import type { Switches } from '../switches.ts'

const asked = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
})

/** The error response of VIES, which has status 200. */
const failed = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })

const unanswered = { busy: 'MS_MAX_CONCURRENT_REQ', away: 'MS_UNAVAILABLE' } as const

const memberStates =
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

/** The REST API of VIES. Register it under `/vies`. It confirms every VAT id, or none. */
export function viesApi(switches: Switches) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/check-status', async (_request, reply) => {
      const { api, delayMs } = switches.vies
      if (delayMs > 0) await delay(delayMs)
      if (api === 'timeout') return reply.hijack()
      if (api === 'error') return reply.code(500).send()
      const availability = api === 'away' ? 'Unavailable' : 'Available'
      const countries = memberStates.map((countryCode) => ({ countryCode, availability }))
      return { vow: { available: true }, countries }
    })

    app.post('/check-vat-number', async ({ body }, reply) => {
      const { api, delayMs } = switches.vies
      if (delayMs > 0) await delay(delayMs)
      if (api === 'timeout') return reply.hijack()
      if (api === 'error') return reply.code(500).send()
      if (api === 'busy' || api === 'away') return failed(unanswered[api])
      const { data } = asked.safeParse(body)
      if (!data || !memberStates.includes(data.countryCode) || !data.vatNumber)
        return failed('INVALID_INPUT')
      const { countryCode, vatNumber, requesterMemberStateCode: by, requesterNumber } = data
      if (by !== undefined && !(memberStates.includes(by) && requesterNumber))
        return failed('INVALID_REQUESTER_INFO')
      const valid = api === 'valid'
      return {
        ...{ countryCode, vatNumber, valid },
        requestDate: new Date(clock.now()).toISOString(),
        requestIdentifier: by ? `WAPIAAAA${randomText(8)}` : '',
        name: valid ? 'Sandbox Trading GmbH' : '---',
        address: valid ? 'Musterweg 1\n12345 Musterstadt' : '---',
      }
    })
  }
}
