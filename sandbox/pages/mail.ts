import { listMessages, type Message } from '../mail/mailbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { ago, escapeHtml, type Html, html } from './html.ts'

export function mailListPage({ mailbox }: Sandbox, to: string): Html {
  const messages = listMessages(mailbox, to)
  return html`
    <div class="bar">
      <form method="get" action="/mail" class="search">
        <label for="to">Sent to</label>
        <input id="to" name="to" type="email" value="${to}" placeholder="any address" />
        <button>Show</button>
      </form>
      <form method="post" action="/control/mail/clear">
        <button ${messages.length === 0 ? html`disabled` : ''}>Empty mailbox</button>
      </form>
    </div>
    ${
      messages.length === 0
        ? html`<p class="empty">No mail${to && ` for ${to}`} yet. Reload after the shop has sent some.</p>`
        : html`<ul class="mails">
            ${messages.map(
              (message) =>
                html`<li>
                  <a href="/mail/${message.id}">
                    <span class="subject">${message.subject}</span>
                    <span class="who">${message.to}</span>
                    <span class="when">${ago(message.receivedAt)}</span>
                  </a>
                </li>`,
            )}
          </ul>`
    }
  `
}

/** Converts URLs in the text to links. */
function linkify(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"')\]]+)/)
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part,
  )}`
}

export function messagePage(message: Message): Html {
  return html`
    <p><a href="/mail">Back to all mail</a></p>
    <dl class="facts">
      <div><dt>From</dt><dd>${message.from}</dd></div>
      <div><dt>To</dt><dd>${message.to}</dd></div>
      <div><dt>Received</dt><dd>${ago(message.receivedAt)}</dd></div>
      ${
        message.attachments.length > 0 &&
        html`<div>
          <dt>Attachments</dt>
          <dd>${message.attachments.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')}</dd>
        </div>`
      }
    </dl>
    ${
      message.html &&
      html`<iframe
        class="letter"
        title="The message as it looks in a mail program"
        src="/mail/${message.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      ></iframe>`
    }
    ${
      message.text &&
      html`<details ${message.html ? '' : html`open`}>
        <summary>Text</summary>
        <pre>${linkify(message.text)}</pre>
      </details>`
    }
    <details>
      <summary>Headers</summary>
      <pre>${message.headers.map(({ name, value }) => `${name}: ${value}\n`)}</pre>
    </details>
  `
}

/** The message itself. Its links open outside the frame. */
export function letterDocument(message: Message): string {
  const base = '<base target="_top"><meta name="viewport" content="width=device-width">'
  const body = message.html ?? `<pre>${escapeHtml(message.text ?? '')}</pre>`
  return /<head[^>]*>/i.test(body)
    ? body.replace(/<head[^>]*>/i, (head) => head + base)
    : `<!doctype html>${base}${body}`
}
