import type { Sandbox } from '../sandbox.ts'
import { countFailures } from '../switches.ts'
import { type Html, html } from './html.ts'

const pages = [
  ['/', 'Overview'],
  ['/mail', 'Mail'],
  ['/payments', 'Payments'],
  ['/cards', 'Cards'],
  ['/discord', 'Discord'],
  ['/switches', 'Switches'],
] as const

/** A complete page of the sandbox as a string. */
export function layout(sandbox: Sandbox, path: string, title: string, body: Html): string {
  const failures = countFailures(sandbox.switches)
  const section = `/${path.split('/')[1]}`
  return `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Loadout sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header class="top">
          <a class="mark" href="/">Loadout <span>sandbox</span></a>
          <nav aria-label="Sandbox">
            ${pages.map(
              ([href, name]) =>
                html`<a href="${href}" ${section === href ? html`aria-current="page"` : ''}>${name}</a>`,
            )}
          </nav>
          <a class="shop" href="${sandbox.siteUrl}">Open the shop</a>
        </header>
        ${
          failures > 0 &&
          html`<p class="alarm">
            <strong>${failures} failure ${failures === 1 ? 'switch is' : 'switches are'} on.</strong>
            <a href="/switches">View switches</a>
          </p>`
        }
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.html
  }`
}
