import type Stripe from 'stripe'
import { shownMoney } from '../fiat.ts'
import type { Sandbox } from '../sandbox.ts'
import type { SessionRecord } from '../stripe/world.ts'
import { badge } from './actions.ts'
import { ago, fromUnix, type Html, html } from './html.ts'

const reasons = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'subscription_canceled',
  'unrecognized',
]

/** The bank's data for a new dispute: reason, amount and deadline for evidence. */
export function disputeForm(session: string): Html {
  return html`<form class="actions" method="post" action="/control/stripe/sessions/${session}/dispute">
    <label class="amount">
      Reason
      <select name="reason">
        ${reasons.map((reason) => html`<option value="${reason}">${reason.replaceAll('_', ' ')}</option>`)}
      </select>
    </label>
    <label class="amount">
      Amount (empty: all)
      <input type="number" name="amount" min="0.01" step="0.01" />
    </label>
    <label class="amount">
      Evidence due in (days)
      <input type="number" name="due" min="0" max="365" step="any" value="7" required />
    </label>
    <button>Open dispute</button>
  </form>`
}

/** The disputes of a payment and the evidence sent to the bank, newest first. */
export function disputeList({ stripe }: Sandbox, { session }: SessionRecord): Html | null {
  const intent = session.payment_intent
  const disputes = stripe.disputes.all().filter(({ payment_intent: of }) => intent && of === intent)
  const warnings = stripe.fraudWarnings
    .all()
    .filter(({ payment_intent: of }) => intent && of === intent)
  if (disputes.length + warnings.length === 0) return null
  return html`<ul class="refunds" aria-label="Disputes">
    ${disputes.toReversed().map(disputeLine)}
    ${warnings.map(
      ({ fraud_type, created }) =>
        html`<li>
          <p>
            Early fraud warning, ${fraud_type.replaceAll('_', ' ')}
            <span class="muted">${ago(fromUnix(created))}</span>
          </p>
        </li>`,
    )}
  </ul>`
}

function disputeLine({
  amount,
  currency,
  status,
  reason,
  created,
  evidence,
}: Stripe.Dispute): Html {
  const told = Object.entries(evidence).filter(([, text]) => typeof text === 'string')
  return html`<li>
    <p>
      Dispute of ${shownMoney(amount, currency)} ${badge(status)}
      <span class="muted">${reason.replaceAll('_', ' ')} · ${ago(fromUnix(created))}</span>
    </p>
    ${
      told.length > 0 &&
      html`<details>
        <summary>${told.length} evidence texts</summary>
        <ul class="deliveries">
          ${told.map(([name, text]) => html`<li><code>${name}</code> ${String(text).slice(0, 300)}</li>`)}
        </ul>
      </details>`
    }
  </li>`
}
