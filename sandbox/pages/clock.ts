import { clock } from '#server/kernel/time/clock.ts'
import { type Html, html } from './html.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const steps = [
  [{ days: 1 }, '+1 day'],
  [{ months: 1 }, '+1 month'],
  [{ to: 'renewal' }, 'Skip to next renewal'],
] as const

/** The current time of the shop and the sandbox, with controls to advance it. */
export function clockSection(): Html {
  const now = clock.date()
  const ahead = Math.round(clock.ahead() / 86_400_000)
  return html`
    <h2 id="clock">Clock</h2>
    <p>
      <time datetime="${now.toISOString()}">${format.format(now)} UTC</time>${
        clock.ahead() > 0 &&
        html`, ${ahead < 1 ? 'less than a day' : ahead === 1 ? '1 day' : `${ahead} days`} ahead`
      }.
      The shop, payments and mail use this clock. It only moves forward. Charges, expirations and
      mails that become due on the way are processed.
    </p>
    <div class="actions">
      ${steps.map(([move, words]) => {
        const [[name, value] = []] = Object.entries(move)
        return html`<form method="post" action="/control/clock">
          <input type="hidden" name="${name}" value="${value}" />
          <button>${words}</button>
        </form>`
      })}
    </div>
    <p class="muted">“Next renewal” is the next charge or end of any subscription.</p>
  `
}
