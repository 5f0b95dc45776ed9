import { refusalNames, refusals } from '../mail/refusals.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Provider } from '../switches.ts'
import { type Html, html } from './html.ts'

const apiChoices = [
  ['ok', 'answers'],
  ['timeout', 'never answers'],
  ['timeout_after', 'does the work and never answers'],
  ['error', 'answers 500'],
] as const
const limitedApiChoices = [...apiChoices, ['rate_limited', 'says too many calls (429)']] as const
const discordApiChoices = [
  ...limitedApiChoices,
  ['last_call', 'answers that no calls are left'],
] as const
const botChoices = [
  ['allowed', 'may give and take roles'],
  ['below_role', 'is below the role'],
  ['not_in_server', 'is not in the server'],
] as const
const viesChoices = [
  ['valid', 'confirms every VAT id'],
  ['invalid', 'knows no VAT id'],
  ['busy', 'is asked by too many (MS_MAX_CONCURRENT_REQ)'],
  ['away', 'does not reach the country (MS_UNAVAILABLE)'],
  ['timeout', 'never answers'],
  ['error', 'answers 500'],
] as const
const mailChoices = [
  ['no', 'takes mail'],
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
    ${choice(`${name}[api]`, 'Its API', api, name === 'stripe' ? limitedApiChoices : apiChoices)}
    ${number(`${name}[delayMs]`, 'Answers late by (ms)', delayMs, 0, 600_000)}
    ${number(hook('delayMs'), 'Webhooks late by (ms)', webhooks.delayMs, 0, 600_000)}
    ${number(hook('copies'), 'Copies of each webhook', webhooks.copies, 1, 100)}
    ${tick(hook('reorder'), 'Webhooks out of order', webhooks.reorder)}
    ${tick(hook('badSignature'), 'Webhooks badly signed', webhooks.badSignature)}
    ${tick(hook('lost'), 'Webhooks lost', webhooks.lost)}
  </fieldset>`
}

export function switchesPage(sandbox: Sandbox): Html {
  const { smtp, discord, vies } = sandbox.switches
  return html`
    <p class="lead">
      Make the outside world fail, to see that the shop copes. The switches are off again after a
      restart.
    </p>
    <form method="post" action="/control/switches" class="switches">
      ${provider('stripe', 'Stripe', sandbox)}
      ${provider('nowpayments', 'NOWPayments', sandbox)}
      ${provider('btcpay', 'BTCPay Server', sandbox)}
      <fieldset>
        <legend>Discord</legend>
        ${choice('discord[api]', 'Its API', discord.api, discordApiChoices)}
        ${number('discord[retryAfter]', 'Pause after too many calls (s)', discord.retryAfter, 0, 600)}
        ${choice('discord[bot]', 'The bot', discord.bot, botChoices)}
      </fieldset>
      <fieldset>
        <legend>VIES</legend>
        ${choice('vies[api]', 'The register', vies.api, viesChoices)}
        ${number('vies[delayMs]', 'Answers late by (ms)', vies.delayMs, 0, 600_000)}
      </fieldset>
      <fieldset>
        <legend>Mail</legend>
        ${choice('smtp[refuse]', 'The server', smtp.refuse, mailChoices)}
        ${number('smtp[delayMs]', 'Answers late by (ms)', smtp.delayMs, 0, 600_000)}
      </fieldset>
      <button class="primary">Apply</button>
    </form>
    <form method="post" action="/control/reset"><button>Everything works again</button></form>
  `
}
