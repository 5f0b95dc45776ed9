import { type Html, html } from './html.ts'

const labels: Record<string, string> = {
  confirm: 'Pay',
  decline: 'Decline',
  delay: 'Pay with delay',
  settle: 'Money arrives',
  fail: 'Fail',
  expire: 'Expire',
  refund: 'Refund in full',
  dispute: 'Dispute',
  'dispute-warning': 'Inquiry',
  'dispute-escalate': 'Escalate to dispute',
  'dispute-withdrawn': 'Withdraw',
  'fraud-warning': 'Early fraud warning',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
  underpay: 'Underpay',
  overpay: 'Overpay',
  'pay-late': 'Pay late',
  'deposit-again': 'Pay again',
  'deposit-little': 'Send 2 % more',
  'deposit-own-price': 'Send 2 % more, as partial payment',
  'deposit-other-coin': 'Send litecoin',
  'wrong-asset': 'Send wrong coin, held',
  replace: 'Replace transfers',
  redeliver: 'Redeliver webhooks',
  succeed: 'Succeed',
  detach: 'Remove',
  pay: 'Send from wallet',
  cancel: 'Cancel',
}

/** The actions that testers need most often. */
const paying = ['confirm', 'settle', 'pay-late']

function tone(status: string): string {
  if (['finished', 'paid', 'succeeded', 'delivered', 'no_payment_required'].includes(status))
    return 'good'
  if (['failed', 'expired', 'refunded', 'disputed', 'lost', 'canceled'].includes(status))
    return 'bad'
  return 'open'
}

export function badge(status: string): Html {
  return html`<span class="badge ${tone(status)}">${status.replaceAll('_', ' ')}</span>`
}

export function buttons(base: string, actions: string[]): Html {
  return html`<div class="actions">
    ${actions.map(
      (action) =>
        html`<form method="post" action="${base}/${action}">
          <button ${paying.includes(action) ? html`class="primary"` : ''}>
            ${labels[action] ?? action}
          </button>
        </form>`,
    )}
  </div>`
}
