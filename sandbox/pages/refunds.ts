import { shownMoney } from '../fiat.ts'
import type { Sandbox } from '../sandbox.ts'
import { possibleRefundActions } from '../stripe/refunds.ts'
import type { SessionRecord } from '../stripe/world.ts'
import { badge, buttons } from './actions.ts'
import { ago, fromUnix, type Html, html } from './html.ts'

/** A partial refund, as staff create it in Stripe's own dashboard. */
export function refundForm(session: string): Html {
  return html`<form class="actions" method="post" action="/control/stripe/sessions/${session}/refund">
    <label class="amount">
      Amount
      <input type="number" name="amount" min="0.01" step="0.01" required />
    </label>
    <button>Refund amount</button>
  </form>`
}

/** The refunds of a payment, created by the shop or in Stripe's dashboard, newest first. */
export function refundList({ stripe }: Sandbox, { session }: SessionRecord): Html | null {
  const intent = session.payment_intent
  const refunds = stripe.refunds.all().filter(({ payment_intent: of }) => intent && of === intent)
  if (refunds.length === 0) return null
  return html`<ul class="refunds" aria-label="Refunds">
    ${refunds.toReversed().map(
      (refund) =>
        html`<li>
          <p>
            Refund of ${shownMoney(refund.amount, refund.currency)} ${badge(String(refund.status))}
            <span class="muted">
              ${refund.metadata?.refund_id ? 'by the shop' : 'from the dashboard'}
              · ${ago(fromUnix(refund.created))}
            </span>
          </p>
          ${buttons(`/control/stripe/refunds/${refund.id}`, possibleRefundActions(refund))}
        </li>`,
    )}
  </ul>`
}
