import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { getStripe } from '../../card-form/stripe.ts'
import { useConfig } from '../../config.ts'

/** The provider or the bank refused the payment, with a sentence that says why. */
class NotConfirmed extends Error {}

/** Opens the bank's challenge to the card's owner, then has the shop check the outcome. */
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
      // A declined payment no longer has a payment method, so name it here.
      confirmParams: {
        return_url: window.location.href,
        ...(card_id && { payment_method: card_id }),
      },
    })
    // The status that the shop has now decides, also after an error.
    const after = await api(renewals.confirm, input)
    if (error && after.client_secret) throw new NotConfirmed(error.message)
    return after.renewal
  }
}

export function sayPayment(error: unknown, failed: string): string {
  return error instanceof NotConfirmed ? error.message : messageOf(error, failed)
}
