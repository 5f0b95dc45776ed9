import * as z from 'zod'
import { jsonApi } from '../payments/json-api.ts'
import { ProviderDown } from '../payments/payments.ts'

/** What VIES says of a VAT id. `consultation` proves the question, where the asker is of the EU. */
export type ViesAnswer = { valid: boolean; consultation: string | null }

/** The register of the EU's VAT ids. Throws `ProviderDown` and `ProviderRefused`, which are no answer. */
export type Vies = {
  /** Proves that it answers, whichever states do. Throws when not. */
  check(): Promise<void>
  /** Both with their letters: `EL094259216`. Without a requester there is no consultation number. */
  ask(vatId: string, requester: string | null): Promise<ViesAnswer>
}

/** The register of one member state does not answer; VIES does. */
export class StateSilent extends ProviderDown {
  override name = 'StateSilent'
}

type Options = { url: string; timeoutMs?: number }

export const viesUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** What it answers with status 200 where it has no answer: `{"errorWrappers": [{"error": "MS_UNAVAILABLE"}]}`. */
const failure = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })
const answer = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().nullish(),
  /** `VALID` and `INVALID` are answers; any other is a failure that comes with `valid: false`. */
  userError: z.string().nullish(),
})
/** Of the operation `checkStatus`. */
const status = z.object({ vow: z.object({ available: z.boolean() }) })
const decided: readonly string[] = ['VALID', 'INVALID']

/**
 * VIES by its REST API, as the Commission's OpenAPI document describes it (`VIES on-the-Web`, operation
 * `checkVatNumber`); its codes are those of the SOAP service, `checkVatService.wsdl`:
 * INVALID_INPUT, INVALID_REQUESTER_INFO, GLOBAL_MAX_CONCURRENT_REQ, MS_MAX_CONCURRENT_REQ,
 * SERVICE_UNAVAILABLE, MS_UNAVAILABLE, TIMEOUT, VAT_BLOCKED, IP_BLOCKED. None of them is a no.
 */
export function viesRegister({ url, timeoutMs = 5000 }: Options): Vies {
  const send = jsonApi({
    provider: 'VIES',
    url,
    headers: { accept: 'application/json' },
    timeoutMs,
  })
  return {
    async check() {
      const { vow } = await send('GET', '/check-status', status)
      if (!vow.available) throw new ProviderDown('VIES: not available')
    },

    async ask(vatId, requester) {
      const body = {
        countryCode: vatId.slice(0, 2),
        vatNumber: vatId.slice(2),
        ...(requester && {
          requesterMemberStateCode: requester.slice(0, 2),
          requesterNumber: requester.slice(2),
        }),
      }
      const said = await send('POST', '/check-vat-number', z.union([failure, answer]), body)
      if ('errorWrappers' in said) throw noAnswer(said.errorWrappers[0]!.error)
      const { valid, userError, requestIdentifier } = said
      if (!valid && userError && !decided.includes(userError)) throw noAnswer(userError)
      return { valid, consultation: requestIdentifier || null }
    },
  }
}

const noAnswer = (code: string) =>
  new (code.startsWith('MS_') ? StateSilent : ProviderDown)(`VIES: ${code}`)
