import type Stripe from 'stripe'
import { shownMoney } from '../fiat.ts'
import type { Sandbox } from '../sandbox.ts'
import { possiblePaymentActions } from '../stripe/card-actions.ts'
import { savedBehaviours } from '../stripe/outcomes.ts'
import type { CardRecord } from '../stripe/world.ts'
import { badge, buttons } from './actions.ts'
import { ago, fromUnix, type Html, html } from './html.ts'

const shown = 50

function words(behaviour: string): string {
  return behaviour.replaceAll('_', ' ')
}

function cardItem({ stripe }: Sandbox, { method, behaviour }: CardRecord): Html {
  const { brand, last4, exp_month, exp_year } = method.card!
  const customer = stripe.customers.get(String(method.customer))
  const base = `/control/stripe/cards/${method.id}`
  const isDefault = customer?.invoice_settings.default_payment_method === method.id
  return html`<li class="payment">
    <h3>
      ${brand} •••• ${last4} <span class="muted">${exp_month}/${exp_year}</span>
      ${isDefault && badge('default')}
    </h3>
    <p class="muted">
      ${customer?.email ?? 'no email'} · ${ago(fromUnix(method.created))} · <code>${method.id}</code>
    </p>
    <form class="actions" method="post" action="${base}/behave">
      <label class="field">
        <span>Future charges without the customer</span>
        <select name="does">
          <option value="">as its card number defines</option>
          ${Object.keys(savedBehaviours).map(
            (name) =>
              html`<option value="${name}" ${name === behaviour ? html`selected` : ''}>
                ${words(name)}
              </option>`,
          )}
        </select>
      </label>
      <button>Apply</button>
    </form>
    ${buttons(base, ['detach'])}
  </li>`
}

/** Whether the shop charged a saved card. Payments of the checkout belong to a session. */
function isCharge({ stripe }: Sandbox) {
  const ofSessions = new Set(stripe.sessions.all().map(({ session }) => session.payment_intent))
  return ({ id }: Stripe.PaymentIntent) => !ofSessions.has(id)
}

function chargeItem({ stripe, courier }: Sandbox, intent: Stripe.PaymentIntent): Html {
  const { id, amount, currency, status, last_payment_error: failure } = intent
  const told = courier.deliveries.all().some(({ subject }) => subject === id)
  const actions = [...possiblePaymentActions(stripe, intent), ...(told ? ['redeliver'] : [])]
  return html`<li class="payment">
    <h3>${shownMoney(amount, currency)} ${badge(status)}</h3>
    <p>${intent.description}</p>
    <p class="muted">
      order ${intent.metadata.order_id ?? 'unknown'} · ${ago(fromUnix(intent.created))}
      · <code>${id}</code>
    </p>
    ${failure && html`<p class="bad">${failure.message}</p>`}
    ${buttons(`/control/stripe/payments/${id}`, actions)}
  </li>`
}

export function cardsPage(sandbox: Sandbox): Html {
  const saved = sandbox.stripe.cards
    .all()
    .filter(({ method }) => method.customer)
    .toReversed()
    .slice(0, shown)
  const charges = sandbox.stripe.intents
    .all()
    .filter(isCharge(sandbox))
    .toReversed()
    .slice(0, shown)
  return html`
    <p class="lead">
      Cards that customers saved in the shop. For each card, choose the result of future charges
      without the customer, such as renewals.
    </p>
    <h2>Saved cards</h2>
    ${
      saved.length === 0
        ? html`<p class="empty">No saved cards yet.</p>`
        : html`<ul class="payments">${saved.map((card) => cardItem(sandbox, card))}</ul>`
    }
    <h2>Charges</h2>
    ${
      charges.length === 0
        ? html`<p class="empty">No saved card has been charged yet.</p>`
        : html`<ul class="payments">${charges.map((intent) => chargeItem(sandbox, intent))}</ul>`
    }
  `
}
