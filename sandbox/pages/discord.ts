import type { Account, Message, RoleChange } from '../discord/world.ts'
import type { Sandbox } from '../sandbox.ts'
import { ago, type Html, html } from './html.ts'

const shown = 30

export function discordPage({ discord }: Sandbox): Html {
  const accounts = discord.accounts.all()
  const changes = discord.changes.all().toReversed()
  const messages = discord.messages.all().toReversed()
  return html`
    <p class="lead">
      This page simulates Discord. Link an account on the shop’s dashboard and buy a subscription:
      its role then appears here.
    </p>
    <h2>Members and roles</h2>
    <ul class="payments">${accounts.map((account) => person(account, changes))}</ul>
    <form method="post" action="/control/discord/accounts" class="search">
      <label for="username">New member</label>
      <input id="username" name="username" required maxlength="32" pattern="[A-Za-z0-9._]{2,32}" />
      <button>Add to the server</button>
    </form>
    <h2>#releases</h2>
    ${
      messages.length === 0
        ? html`<p class="empty">No messages yet. Promote a release in the shop to announce it here.</p>`
        : html`<ul class="payments">${messages.slice(0, shown).map(message)}</ul>`
    }
    <h2>Audit log</h2>
    ${
      changes.length === 0
        ? html`<p class="empty">No role changes yet.</p>`
        : html`<ul class="deliveries">
            ${changes.slice(0, shown).map(
              ({ at, account, role, given, reason }) =>
                html`<li>
                  <strong>${discord.accounts.get(account)?.username ?? account}</strong>
                  ${given ? 'was given' : 'lost'} <code>${role}</code>
                  <span class="muted">${reason} · ${ago(at)}</span>
                </li>`,
            )}
          </ul>`
    }
  `
}

function message({ at, embeds }: Message): Html {
  return html`<li class="payment">
    ${embeds.map(
      ({ title, description, url, footer }) => html`<h3><a href="${url}">${title}</a></h3>
        <p style="white-space: pre-line">${description}</p>
        ${footer && html`<p class="muted">${footer.text}</p>`}`,
    )}
    <p class="muted">${ago(at)}</p>
  </li>`
}

function person({ id, username, inServer, roles }: Account, changes: RoleChange[]): Html {
  const why = (role: string) =>
    changes.find((change) => change.account === id && change.role === role)?.reason
  return html`<li class="payment">
    <h3>
      ${username}
      <span class="badge ${inServer ? 'good' : 'bad'}">${inServer ? 'in the server' : 'not in the server'}</span>
    </h3>
    ${
      roles.length === 0
        ? html`<p class="muted">No roles</p>`
        : roles.map(
            (role) => html`<p><code>${role}</code> <span class="muted">${why(role)}</span></p>`,
          )
    }
    <div class="actions">
      <form method="post" action="/control/discord/accounts/${id}/${inServer ? 'leave' : 'join'}">
        <button>${inServer ? 'Leave the server' : 'Join the server'}</button>
      </form>
      ${
        roles.length > 0 &&
        html`<form method="post" action="/control/discord/accounts/${id}/strip">
          <button>Remove all roles manually</button>
        </form>`
      }
    </div>
  </li>`
}
