import * as z from 'zod'
import { type BtcpayAccess, btcpayApi } from './btcpay-api.ts'
import { methodFor } from './btcpay-coins.ts'
import * as answers from './btcpay-responses.ts'
import type { CoinSender, SentCoins } from './payments.ts'

/** What the shop's key must be able to do in the store, to have it send coins. */
const permissions = ['btcpay.store.cancreatepullpayments', 'btcpay.store.canarchivepullpayments']

/**
 * Sends coins by pull payments of a BTCPay Server, one each: swagger.template.pull-payments.json of its
 * Greenfield API. It gives out what it was made with and no more, so a second claim is refused there.
 */
export function btcpaySender(access: BtcpayAccess): CoinSender {
  const { ask, store } = btcpayApi(access)
  const claimsOf = (id: string) => `/api/v1/pull-payments/${encodeURIComponent(id)}/payouts`
  return {
    findMissingToSend: () => findMissing(access, permissions),

    async setAside({ coins, currency, about }) {
      const { symbol, method } = methodFor(currency)
      const { id } = await ask('POST', `${store}/pull-payments`, answers.pullPayment, {
        name: about,
        amount: coins,
        currency: symbol,
        autoApproveClaims: true,
        payoutMethods: [method],
      })
      return id
    },

    async claimFor(id, { coins, currency, address }) {
      const { method } = methodFor(currency)
      const wanted = { destination: address, amount: coins, payoutMethodId: method }
      return present(await ask('POST', claimsOf(id), answers.claim, wanted))
    },

    async readClaim(id) {
      const path = `${claimsOf(id)}?includeCancelled=true`
      const [claim] = await ask('GET', path, answers.claims)
      return claim ? present(claim) : null
    },

    async putBack(id) {
      await ask('DELETE', `${store}/pull-payments/${encodeURIComponent(id)}`, z.unknown())
    },
  }
}

/** Permissions that contain all of those of a store. */
const wider = ['unrestricted', 'btcpay.store.canmodifystoresettings']

/** Which of these permissions the key lacks, for its store. */
export async function findMissing(
  access: BtcpayAccess,
  wanted: readonly string[],
): Promise<string[]> {
  const { ask } = btcpayApi(access)
  const { permissions: given } = await ask('GET', '/api/v1/api-keys/current', answers.apiKey)
  const has = (name: string) => given.includes(name) || given.includes(`${name}:${access.storeId}`)
  return wider.some(has) ? [] : wanted.filter((name) => !has(name))
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
