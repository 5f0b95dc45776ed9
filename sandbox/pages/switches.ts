import { refusalNames, refusals } from '../mail/refusals.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Provider } from '../switches.ts'
import { type Html, html } from './html.ts'

const apiChoices = [
  ['ok', 'responds'],
  ['timeout', 'never responds'],
  ['timeout_after', 'processes requests but never responds'],
  ['error', 'responds with 500'],
] as const
const limitedApiChoices = [...apiChoices, ['rate_limited', 'limits the rate (429)']] as const
const discordApiChoices = [
  ...limitedApiChoices,
  ['last_call', 'reports that no calls are left'],
] as const
const botChoices = [
  ['allowed', 'can add and remove roles'],
  ['below_role', 'ranks below the role'],
  ['not_in_server', 'is not in the server'],
] as const
const viesChoices = [
  ['valid', 'confirms every VAT ID'],
  ['invalid', 'rejects every VAT ID'],
  ['busy', 'has too many requests (MS_MAX_CONCURRENT_REQ)'],
  ['away', 'cannot reach the country (MS_UNAVAILABLE)'],
  ['timeout', 'never responds'],
  ['error', 'responds with 500'],
] as const
const mailChoices = [
  ['no', 'accepts mail'],
  ...refusalNames.map((name) => [name, refusals[name].label] as const),
] as const

function choice(
  name: string,
  label: string,
  current: string,
  choices: readonly (readonly [string, string])[],
): Html {
  return html`<label class="field">
    <span>${label}</span>
    <select name="${name}">
      ${choices.map(
        ([value, words]) =>
          html`<option value="${value}" ${value === current ? html`selected` : ''}>${words}</option>`,
      )}
    </select>
  </label>`
}

function number(name: string, label: string, current: number, min: number, max: number): Html {
  return html`<label class="field">
    <span>${label}</span>
    <input type="number" name="${name}" value="${current}" min="${min}" max="${max}" required />
  </label>`
}

function tick(name: string, label: string, current: boolean): Html {
  return html`<label class="tick">
    <input type="hidden" name="${name}" value="false" />
    <input type="checkbox" name="${name}" value="true" ${current ? html`checked` : ''} />
    <span>${label}</span>
  </label>`
}

function provider(name: Provider, title: string, { switches }: Sandbox): Html {
  const { api, delayMs, webhooks } = switches[name]
  const hook = (key: string) => `${name}[webhooks][${key}]`
  return html`<fieldset>
    <legend>${title}</legend>
    ${choice(`${name}[api]`, 'API', api, name === 'stripe' ? limitedApiChoices : apiChoices)}
    ${number(`${name}[delayMs]`, 'Response delay (ms)', delayMs, 0, 600_000)}
    ${number(hook('delayMs'), 'Webhook delay (ms)', webhooks.delayMs, 0, 600_000)}
    ${number(hook('copies'), 'Copies of each webhook', webhooks.copies, 1, 100)}
    ${tick(hook('reorder'), 'Reorder webhooks', webhooks.reorder)}
    ${tick(hook('badSignature'), 'Sign webhooks incorrectly', webhooks.badSignature)}
    ${tick(hook('lost'), 'Lose webhooks', webhooks.lost)}
  </fieldset>`
}

export function switchesPage(sandbox: Sandbox): Html {
  const { smtp, discord, vies } = sandbox.switches
  return html`
    <p class="lead">
      Simulate failures of external services to see how the shop handles them. A restart turns off
      all switches.
    </p>
    <form method="post" action="/control/switches" class="switches">
      ${provider('stripe', 'Stripe', sandbox)}
      ${provider('nowpayments', 'NOWPayments', sandbox)}
      ${provider('btcpay', 'BTCPay Server', sandbox)}
      <fieldset>
        <legend>Discord</legend>
        ${choice('discord[api]', 'API', discord.api, discordApiChoices)}
        ${number('discord[retryAfter]', 'Rate limit pause (s)', discord.retryAfter, 0, 600)}
        ${choice('discord[bot]', 'Bot', discord.bot, botChoices)}
      </fieldset>
      <fieldset>
        <legend>VIES</legend>
        ${choice('vies[api]', 'API', vies.api, viesChoices)}
        ${number('vies[delayMs]', 'Response delay (ms)', vies.delayMs, 0, 600_000)}
      </fieldset>
      <fieldset>
        <legend>Mail</legend>
        ${choice('smtp[refuse]', 'SMTP server', smtp.refuse, mailChoices)}
        ${number('smtp[delayMs]', 'Response delay (ms)', smtp.delayMs, 0, 600_000)}
      </fieldset>
      <button class="primary">Apply</button>
    </form>
    <form method="post" action="/control/reset"><button>Turn off all switches</button></form>
  `
}
