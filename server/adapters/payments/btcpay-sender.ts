import * as z from 'zod'
import { type BtcpayAccess, btcpayApi } from './btcpay-api.ts'
import { methodFor } from './btcpay-coins.ts'
import { listMissingPermissions } from './btcpay-permissions.ts'
import * as answers from './btcpay-responses.ts'
import type { CoinSender, SentCoins } from './crypto-provider.ts'
import { ProviderRefused } from './payments.ts'

const permissions = ['btcpay.store.cancreatepullpayments', 'btcpay.store.canarchivepullpayments']

/**
 * Creates one pull payment per transfer (swagger.template.pull-payments.json), which never pays out
 * more than its amount. Anyone with its id may claim it, so only the shop's own claim is approved.
 */
export function btcpaySender(access: BtcpayAccess): CoinSender {
  const { ask, store } = btcpayApi(access)
  return {
    findMissingToSend: () => findMissing(access, permissions),

    async findWithoutProcessor(currencies) {
      const processors = await ask(
        'GET',
        `${store}/payout-processors`,
        answers.payoutProcessors,
      ).catch(unlessRefused)
      // Without this field, it is unknown what a processor sends.
      if (!processors || processors.some(({ payoutMethods }) => !payoutMethods)) return null
      const sent = processors.flatMap(({ payoutMethods }) => payoutMethods ?? [])
      return currencies.filter((currency) => !sent.includes(methodFor(currency).method))
    },

    async setAside({ coins, currency, about }) {
      const { symbol, method } = methodFor(currency)
      const { id } = await ask('POST', `${store}/pull-payments`, answers.pullPayment, {
        name: about,
        amount: coins,
        currency: symbol,
        autoApproveClaims: false,
        payoutMethods: [method],
        // Otherwise the server requires an invoice that is valid for another 30 days.
        BOLT11Expiration: 0,
      })
      return id
    },

    async claimFor(id, { coins, currency, address }) {
      const { method } = methodFor(currency)
      const wanted = { destination: address, amount: coins, payoutMethodId: method }
      const approved = { ...wanted, pullPaymentId: id, approved: true }
      return present(await ask('POST', `${store}/payouts`, answers.claim, approved))
    },

    async readClaim(id, address) {
      const path = `/api/v1/pull-payments/${encodeURIComponent(id)}/payouts?includeCancelled=true`
      const own = (await ask('GET', path, answers.claims)).filter(({ destination }) =>
        isSame(destination, address),
      )
      const claim = own.find(({ state }) => state !== 'Cancelled') ?? own[0]
      return claim ? present(claim) : null
    },

    async putBack(id) {
      await ask('DELETE', `${store}/pull-payments/${encodeURIComponent(id)}`, z.unknown())
    },
  }
}

/** An older server does not know the call. */
function unlessRefused(error: unknown): null {
  if (error instanceof ProviderRefused) return null
  throw error
}

/** The server may return an address in lower case, or as a link. */
const isSame = (destination: string, address: string) =>
  destination.toLowerCase().includes(address.toLowerCase())

export async function findMissing(
  access: BtcpayAccess,
  wanted: readonly string[],
): Promise<string[]> {
  const { ask } = btcpayApi(access)
  const { permissions: given } = await ask('GET', '/api/v1/api-keys/current', answers.apiKey)
  return listMissingPermissions(given, wanted, access.storeId)
}

const states = {
  AwaitingApproval: 'waiting',
  AwaitingPayment: 'waiting',
  InProgress: 'sending',
  Completed: 'sent',
  Cancelled: 'canceled',
} as const

function present({ state, paymentProof }: z.output<typeof answers.claim>): SentCoins {
  const id = paymentProof?.id ?? paymentProof?.transactionId
  return { state: states[state], transactionId: id?.slice(0, 200) || null }
}
