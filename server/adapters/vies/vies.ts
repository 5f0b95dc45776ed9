import * as z from 'zod'
import { jsonApi } from '#server/adapters/payments/json-api.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'

/** `consultation` proves the request, if the requester is in the EU. */
export type ViesAnswer = { valid: boolean; consultation: string | null }

/** The EU register of VAT ids. Throws ProviderDown or ProviderRefused if there is no result. */
export type Vies = {
  /** Verifies that VIES responds, regardless of the member states. Throws if not. */
  check(): Promise<void>
  /** Ids have their letters: `EL094259216`. Without a requester there is no consultation number. */
  ask(vatId: string, requester: string | null): Promise<ViesAnswer>
}

/** The register of one member state does not respond, but VIES does. */
export class StateSilent extends ProviderDown {
  override name = 'StateSilent'
}

type Options = { url: string; timeoutMs?: number }

export const viesUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** A 200 without a result: `{"errorWrappers": [{"error": "MS_UNAVAILABLE"}]}`. */
const failure = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })
const answer = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().nullish(),
  /** Other values than `VALID` and `INVALID` are failures, which come with `valid: false`. */
  userError: z.string().nullish(),
})
const status = z.object({ vow: z.object({ available: z.boolean() }) })
const decided: readonly string[] = ['VALID', 'INVALID']

/**
 * VIES through its REST API (OpenAPI document 'VIES on-the-Web', operation `checkVatNumber`), with
 * the error codes of its SOAP service (checkVatService.wsdl). No error code means an invalid id.
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
