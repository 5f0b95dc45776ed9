import { knownCurrencies } from '../nowpayments/currencies.ts'
import type { Sandbox } from '../sandbox.ts'
import { testCards } from '../stripe/cards.ts'
import { clockSection } from './clock.ts'
import { type Html, html } from './html.ts'

function tile(href: string, count: number, one: string, more = `${one}s`): Html {
  return html`<a class="tile" href="${href}"><strong>${count}</strong> ${count === 1 ? one : more}</a>`
}

function grouped(number: string): string {
  const size = number.length === 15 ? /(\d{4})(\d{6})(\d{5})/ : /(\d{4})(\d{4})(\d{4})(\d{4})/
  return number.match(size)?.slice(1).join(' ') ?? number
}

export function overviewPage({
  stripe,
  crypto,
  btcpay,
  discord,
  mailbox,
  courier,
  smtpPort,
}: Sandbox): Html {
  const sessions = stripe.sessions.all()
  const payments = crypto.payments.all().length + btcpay.invoices.all().length
  const undelivered = courier.deliveries.all().filter(({ state }) => state !== 'delivered')
  return html`
    <p class="lead">
      The sandbox simulates external services while you try the shop: card payments, crypto
      payments, Discord and mail. No real money is charged, and nothing leaves this machine.
    </p>
    <div class="tiles">
      ${tile('/mail', mailbox.all().length, 'message')}
      ${tile('/payments', sessions.length, 'card payment')}
      ${tile('/payments', payments, 'crypto payment')}
      ${tile('/discord', discord.accounts.all().length, 'Discord member', 'Discord members')}
      ${tile('/payments', undelivered.length, 'webhook not delivered', 'webhooks not delivered')}
    </div>
    ${clockSection()}
    <h2>Test cards</h2>
    <p>Use any future expiry date and any security code.</p>
    <table>
      <thead>
        <tr><th scope="col">Number</th><th scope="col">Result</th></tr>
      </thead>
      <tbody>
        ${testCards.map(
          ({ number, does }) =>
            html`<tr><td class="number">${grouped(number)}</td><td>${does}</td></tr>`,
        )}
      </tbody>
    </table>
    <h2>Crypto</h2>
    <p>
      ${knownCurrencies.map(({ name }) => name).join(', ')}. Check out with crypto in the shop, then let
      the coins arrive on the <a href="/payments">payments page</a>: in full, too few, too many or
      too late.
    </p>
    <h2>Discord</h2>
    <p>
      Link an account on the shop’s dashboard as any member, then view the
      <a href="/discord">members and their roles</a>.
    </p>
    <h2>Mail</h2>
    <p>
      All mail from the shop is in the <a href="/mail">mailbox</a>. SMTP listens on
      <code>127.0.0.1:${smtpPort}</code>.
    </p>
  `
}
