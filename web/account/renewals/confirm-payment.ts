import { type CardRenewal, renewals } from '#contract/renewals.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { getStripe } from '../../card-form/stripe.ts'
import { useConfig } from '../../config.ts'

/** The provider, or the bank behind it, says in a sentence why not. */
class NotConfirmed extends Error {}

/** Has the bank ask the owner of the card, and the shop look how that went. */
export function useConfirmPayment() {
  const config = useConfig()
  return async (id: number): Promise<CardRenewal> => {
    const input = { params: { id } }
    const { renewal, client_secret, card_id } = await api(renewals.confirm, input)
    if (!client_secret) return renewal
    const stripe = config.stripe && (await getStripe(config.stripe))
    if (!stripe) throw new Error('The payment provider’s script has not loaded.')
    const { error } = await stripe.confirmPayment({
      clientSecret: client_secret,
      redirect: 'if_required',
      // A payment that was declined has no card any more, so this one is named.
      confirmParams: {
        return_url: window.location.href,
        ...(card_id && { payment_method: card_id }),
      },
    })
    // What the shop knows by then counts, also after a failure.
    const after = await api(renewals.confirm, input)
    if (error && after.client_secret) throw new NotConfirmed(error.message)
    return after.renewal
  }
}

export function sayPayment(error: unknown, failed: string): string {
  return error instanceof NotConfirmed ? error.message : messageOf(error, failed)
}
