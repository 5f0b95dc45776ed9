import * as z from 'zod'
import { Failure } from '../failure.ts'
import { randomText, unixNow } from '../ids.ts'
import { NotNow } from '../not-now.ts'
import { permanent, type Store, type Table } from '../store.ts'
import type { PayoutData, PullPaymentData } from './published.ts'

export type ClaimState =
  | 'AwaitingApproval'
  | 'AwaitingPayment'
  | 'InProgress'
  | 'Completed'
  | 'Cancelled'

/** Anyone who knows its id can request payouts from it, up to its amount. */
export type PullPayment = {
  id: string
  name: string
  amount: string
  currency: string
  method: string
  autoApproveClaims: boolean
  BOLT11Expiration: number
  startsAt: number
  archived: boolean
}

/** A request for a payout from a pull payment. BTCPay Server calls it a payout. */
export type Claim = {
  id: string
  pullPaymentId: string
  date: number
  destination: string
  amount: string
  method: string
  state: ClaimState
  transactionId: string | null
}

export type PullPayments = { all: Table<PullPayment>; claims: Table<Claim> }

export const openPullPayments = (store: Store): PullPayments => ({
  all: store.table('btcpay_pull_payments', permanent),
  claims: store.table('btcpay_claims', permanent),
})

export function findPullPayment({ all }: PullPayments, id: string): PullPayment {
  const found = all.get(id)
  if (!found) throw new Failure(404, 'pullpayment-not-found', 'The pull payment was not found')
  return found
}

export const claimsOf = ({ claims }: PullPayments, id: string): Claim[] =>
  claims.all().filter(({ pullPaymentId }) => pullPaymentId === id)

type NewClaim = {
  destination: string
  amount: string
  payoutMethodId: string
  approved?: boolean | undefined
}

/** Creates a claim, or throws the error that BTCPay Server returns for the same request. */
export function claim(world: PullPayments, from: PullPayment, wanted: NewClaim): Claim {
  const refuse = (code: string, message: string) => new Failure(400, code, message)
  if (from.archived) throw refuse('archived', 'This pull payment has been archived')
  if (wanted.payoutMethodId !== from.method)
    throw refuse('payment-method-not-supported', 'This payout method is not supported')
  // Invoices created by wallets expire within a day, so this server accepts none with a longer
  // expiration.
  if (/^lnbc/i.test(wanted.destination) && from.BOLT11Expiration > 0) {
    const message = `The BOLT11 invoice must have an expiry date of at least ${from.BOLT11Expiration} days from submission`
    throw new z.ZodError([{ code: 'custom', path: ['destination'], message, input: wanted }])
  }
  const drawn = claimsOf(world, from.id).filter(({ state }) => state !== 'Cancelled')
  const sum = drawn.reduce((coins, { amount }) => coins + Number(amount), 0)
  if (sum + Number(wanted.amount) > Number(from.amount))
    throw refuse('overdraft', 'The payout would exceed the limit of the pull payment')
  const id = randomText(22)
  return world.claims.put(id, {
    id,
    pullPaymentId: from.id,
    date: unixNow(),
    destination: wanted.destination,
    amount: wanted.amount,
    method: from.method,
    state: from.autoApproveClaims || wanted.approved ? 'AwaitingPayment' : 'AwaitingApproval',
    transactionId: null,
  })
}

/** Also cancels payouts that await payment. */
export function archive(world: PullPayments, id: string): void {
  findPullPayment(world, id)
  world.all.update(id, { archived: true })
  for (const { id: claimId, state } of claimsOf(world, id))
    if (state === 'AwaitingApproval' || state === 'AwaitingPayment')
      world.claims.update(claimId, { state: 'Cancelled' })
}

const next: Record<string, Partial<Record<ClaimState, ClaimState>>> = {
  pay: { AwaitingPayment: 'InProgress' },
  settle: { AwaitingPayment: 'Completed', InProgress: 'Completed' },
  cancel: { AwaitingApproval: 'Cancelled', AwaitingPayment: 'Cancelled' },
}

export const possibleClaimActions = ({ state }: Claim): string[] =>
  Object.keys(next).filter((name) => next[name]?.[state])

/** Performs an action of the operator or the operator's wallet on a claim. */
export function actOnClaim({ claims }: PullPayments, one: Claim, name: string): Claim {
  const state = next[name]?.[one.state]
  if (!state) throw new NotNow(`Not possible: the payout is ${one.state}`)
  const paid = state !== 'Cancelled' && one.transactionId === null
  return claims.update(one.id, {
    state,
    ...(paid && { transactionId: randomText(64, '0123456789abcdef') }),
  })
}

export function pullPaymentBody({
  id,
  name,
  amount,
  currency,
  ...rest
}: PullPayment): PullPaymentData {
  const { autoApproveClaims, archived, BOLT11Expiration, startsAt } = rest
  return {
    ...{ id, name, description: '', amount, currency, autoApproveClaims, archived },
    BOLT11Expiration,
    viewLink: `https://btcpay.example/pull-payments/${id}`,
    startsAt,
    expiresAt: null,
  }
}

export function claimBody({
  id,
  pullPaymentId,
  date,
  destination,
  amount,
  ...rest
}: Claim): PayoutData {
  const { method, state, transactionId } = rest
  const currency = method.split('-')[0] ?? ''
  return {
    id,
    revision: 0,
    pullPaymentId,
    date,
    destination,
    originalCurrency: currency,
    originalAmount: amount,
    payoutCurrency: currency,
    payoutAmount: state === 'AwaitingApproval' ? null : amount,
    payoutMethodId: method,
    state,
    paymentProof: transactionId
      ? { proofType: 'PayoutTransactionOnChainBlob', id: transactionId, link: null }
      : null,
    metadata: {},
  }
}
