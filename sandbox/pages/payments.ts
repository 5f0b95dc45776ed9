import { possibleActions as possibleInvoiceActions } from '../btcpay/actions.ts'
import { type Invoice, paidOf } from '../btcpay/invoices.ts'
import { type Claim, possibleClaimActions } from '../btcpay/pull-payments.ts'
import type { Delivery } from '../courier.ts'
import { shownMoney } from '../fiat.ts'
import { paymentActions } from '../nowpayments/actions.ts'
import type { Payment, Status } from '../nowpayments/payments.ts'
import type { Sandbox } from '../sandbox.ts'
import { possibleActions } from '../stripe/actions.ts'
import type { SessionRecord } from '../stripe/world.ts'
import { badge, buttons } from './actions.ts'
import { disputeForm, disputeList } from './disputes.ts'
import { ago, fromUnix, type Html, html } from './html.ts'
import { refundForm, refundList } from './refunds.ts'

const shown = 50

const open: Status[] = ['confirming', 'confirmed', 'sending']
const cryptoStates: Record<string, Status[]> = {
  confirm: ['waiting', 'partially_paid', ...open],
  underpay: ['waiting'],
  almost: ['waiting'],
  overpay: ['waiting'],
  delay: ['waiting'],
  expire: ['waiting'],
  'pay-late': ['expired'],
  fail: ['waiting', 'partially_paid', ...open],
  refund: ['finished', 'partially_paid', 'failed'],
  'deposit-again': ['partially_paid', 'finished', 'expired'],
  'deposit-little': ['partially_paid', 'finished', 'expired'],
  'deposit-own-price': ['partially_paid', 'finished', 'expired'],
  'deposit-other-coin': ['waiting', 'partially_paid'],
  'wrong-asset': ['waiting', 'partially_paid'],
}

function deliveryList(deliveries: Delivery[]): Html {
  return html`<details>
    <summary>${deliveries.length} webhooks</summary>
    <ul class="deliveries">
      ${deliveries.map(
        ({ topic, state, attempts }) =>
          html`<li>
            <code>${topic}</code> ${badge(state)}
            <span class="muted">${attempts.map(({ outcome }) => outcome).join(', ')}</span>
          </li>`,
      )}
    </ul>
  </details>`
}

function stripeCard(sandbox: Sandbox, record: SessionRecord): Html {
  const { session, lineItems } = record
  const deliveries = sandbox.courier.deliveries
    .all()
    .filter(({ subject }) => subject === session.id)
  const status =
    session.status === 'complete'
      ? session.payment_status === 'unpaid'
        ? 'processing'
        : session.payment_status
      : String(session.status)
  const actions = possibleActions(sandbox.stripe, record)
  return html`<li class="payment">
    <h3>
      ${shownMoney(session.amount_total ?? 0, session.currency)} ${badge(status)}
    </h3>
    <p>${lineItems.map(({ description }) => description).join(', ')}</p>
    <p class="muted">
      ${session.customer_email ?? 'no email'} · ${ago(fromUnix(session.created))}
      · <code>${session.id.slice(0, 24)}…</code>
    </p>
    ${record.lastPaymentError && html`<p class="bad">${record.lastPaymentError}</p>`}
    ${buttons(`/control/stripe/sessions/${session.id}`, [...actions, ...(deliveries.length ? ['redeliver'] : [])])}
    ${actions.includes('refund') && refundForm(session.id)}
    ${refundList(sandbox, record)}
    ${actions.includes('dispute') && disputeForm(session.id)}
    ${disputeList(sandbox, record)}
    ${deliveries.length > 0 && deliveryList(deliveries)}
  </li>`
}

function invoiceCard(sandbox: Sandbox, invoice: Invoice): Html {
  const { id, method, status, additionalStatus, total, amount, currency, metadata } = invoice
  const deliveries = sandbox.courier.deliveries.all().filter(({ subject }) => subject === id)
  const actions = possibleInvoiceActions(invoice)
  const state = additionalStatus === 'None' ? status : `${status} ${additionalStatus}`
  return html`<li class="payment">
    <h3>
      ${total} ${method} <span class="muted">${shownMoney(Number(amount) * 100, currency ?? null)}</span> ${badge(state)}
    </h3>
    <p class="address"><code>${invoice.destination}</code></p>
    <p class="muted">
      paid ${paidOf(invoice)} · order ${String(metadata.orderId ?? 'unknown')}
      · ${ago(fromUnix(invoice.createdTime))} · <code>${id}</code>
    </p>
    ${buttons(`/control/btcpay/invoices/${id}`, [...actions, ...(deliveries.length ? ['redeliver'] : [])])}
    ${deliveries.length > 0 && deliveryList(deliveries)}
  </li>`
}

function claimCard(claim: Claim): Html {
  const { id, amount, method, state, destination, transactionId, date } = claim
  return html`<li class="payment">
    <h3>${amount} ${method} ${badge(state)}</h3>
    <p class="address"><code>${destination}</code></p>
    <p class="muted">
      ${transactionId && html`<code>${transactionId.slice(0, 24)}…</code> · `}${ago(fromUnix(date))}
    </p>
    ${buttons(`/control/btcpay/payouts/${id}`, possibleClaimActions(claim))}
  </li>`
}

function cryptoCard(sandbox: Sandbox, payment: Payment): Html {
  const id = String(payment.payment_id)
  const deliveries = sandbox.courier.deliveries.all().filter(({ subject }) => subject === id)
  const actions = Object.keys(paymentActions).filter((action) =>
    cryptoStates[action]?.includes(payment.payment_status),
  )
  return html`<li class="payment">
    <h3>
      ${payment.pay_amount} ${payment.pay_currency.toUpperCase()}
      <span class="muted">${shownMoney(payment.price_amount * 100, payment.price_currency)}</span> ${badge(payment.payment_status)}
    </h3>
    <p class="address"><code>${payment.pay_address}</code></p>
    ${payment.payin_extra_id && html`<p>Tag <code>${payment.payin_extra_id}</code></p>`}
    <p class="muted">
      paid ${payment.actually_paid} · order ${payment.order_id ?? 'unknown'}
      · ${ago(payment.created_at)} · <code>${id}</code>
    </p>
    ${buttons(`/control/nowpayments/payments/${id}`, [...actions, ...(deliveries.length ? ['redeliver'] : [])])}
    ${deliveries.length > 0 && deliveryList(deliveries)}
  </li>`
}

export function paymentsPage(sandbox: Sandbox): Html {
  const sessions = sandbox.stripe.sessions.all().toReversed().slice(0, shown)
  const invoices = sandbox.btcpay.invoices.all().toReversed().slice(0, shown)
  const claims = sandbox.btcpay.pullPayments.claims.all().toReversed().slice(0, shown)
  const payments = sandbox.crypto.payments.all().toReversed().slice(0, shown)
  return html`
    <h2>Crypto</h2>
    ${
      payments.length === 0
        ? html`<p class="empty">No crypto payment yet.</p>`
        : html`<ul class="payments">${payments.map((payment) => cryptoCard(sandbox, payment))}</ul>`
    }
    ${
      invoices.length > 0 &&
      html`<h2>Crypto via BTCPay Server</h2>
        <ul class="payments">${invoices.map((invoice) => invoiceCard(sandbox, invoice))}</ul>`
    }
    ${
      claims.length > 0 &&
      html`<h2>BTCPay Server payouts</h2>
        <ul class="payments">${claims.map(claimCard)}</ul>`
    }
    <h2>Cards</h2>
    ${
      sessions.length === 0
        ? html`<p class="empty">No card payment yet.</p>`
        : html`<ul class="payments">${sessions.map((record) => stripeCard(sandbox, record))}</ul>`
    }
  `
}
