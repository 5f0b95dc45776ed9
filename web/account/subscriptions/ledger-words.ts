import type { TimeEntry } from '#contract/access/subscriptions.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { labelOf } from '#contract/wire/terms.ts'

type Said = Pick<TimeEntry, 'cause' | 'seconds' | 'lifetime' | 'about'>

/** Describes a change of the customer's time, in a sentence for the customer. */
export function ledgerSentence({ cause, seconds, lifetime, about }: Said): string {
  const time = lifetime ? 'a lifetime' : exactly(Math.abs(seconds))
  const why = about ? `: ${about}` : ''
  switch (cause) {
    case 'purchase':
      return `You bought ${about && !lifetime ? labelOf(about).toLowerCase() : time}.`
    case 'grant':
      return `Our team gave you ${time}.`
    case 'grant_back':
      return `Our team revoked ${time} that it had given you.`
    case 'reward':
      return `You redeemed a free month: ${time}.`
    case 'reward_back':
      return `A friend’s payment was refunded or disputed, so we revoked ${time} of the free month that it had earned.`
    case 'compensation':
      return about ? `You got ${time}${why}.` : `You got back ${time} of your purchase.`
    case 'revocation':
      return `Our team revoked ${time}.`
    case 'refund':
      return `We refunded a payment and revoked ${time}.`
    case 'grace':
      return `Grace period: you kept access for ${time} while a payment failed.`
    case 'grace_back':
      return graceDeducted(-seconds)
    case 'freeze':
      return `A payment is disputed, so we froze ${time} until the bank decides.`
    case 'unfreeze':
      return `The dispute was closed, and you got back ${time}.`
    case 'credit':
      return `We added ${time}${why}.`
    case 'still':
      return `Your time was frozen for ${time}${why}.`
    case 'pause':
      return `You paused your time for ${time}.`
    case 'pause_back':
      return `The pause ended ${time} early.`
    case 'credit_back':
      return `We removed ${time} that had been added by mistake${why}.`
  }
}

function graceDeducted(seconds: number) {
  const days = seconds / 86_400
  if (!Number.isInteger(days)) return `We deducted ${exactly(seconds)} of your grace period.`
  return days === 1 ? '1 grace day was deducted.' : `${days} grace days were deducted.`
}
