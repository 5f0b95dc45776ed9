import escapeHtml from 'escape-html'
import { isolate } from '#contract/wire/isolate.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { fitted, namesItself, paintedUrl, wide } from '#server/platform/brand/logo-files.ts'
import { type Colours, coloursOf, darkMode, font } from './colours.ts'
import { isolatesToHtml, withDirections } from './isolate.ts'

export type Sender = Pick<
  Config,
  'shopName' | 'siteUrl' | 'look' | 'seller' | 'mailTexts' | 'timeZone'
>

/** The content of a mail, in plain text. The frame converts it to HTML and a text alternative. */
export type MailContent = {
  subject: string
  /** The line that mailboxes show after the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  /** Formatted text after the paragraphs, as safe HTML and as plain text. */
  body?: { html: string; text: string }
  rows?: Row[]
  button?: { label: string; url: string }
  /** Smaller text below the button. */
  notes: string[]
  /** Why the recipient receives this mail. */
  reason: string
  unsubscribe?: string
}

/** A fact and a follow-up to it. The follow-up is a link if it has a URL. */
type Row = { label: string; value: string; more?: { label: string; url?: string } }

export type FramedMail = { subject: string; text: string; html: string }

export function frame(sender: Sender, content: MailContent): FramedMail {
  return { subject: content.subject, text: text(sender, content), html: html(sender, content) }
}

function text({ shopName, siteUrl, seller }: Sender, content: MailContent): string {
  const { heading, paragraphs, body, rows = [], button, notes, reason, unsubscribe } = content
  const parts = [heading, ...paragraphs]
  if (body) parts.push(body.text)
  if (rows.length > 0) parts.push(rows.map(plainRow).join('\n'))
  if (button) parts.push(`${button.label}:\n${button.url}`)
  const footer = unsubscribe ? `\nUnsubscribe: ${unsubscribe}` : ''
  parts.push(
    ...notes,
    `--\n${reason}\n${isolate(shopName)}, ${siteUrl}${sellerLine(seller, '\n')}${footer}`,
  )
  return `${parts.join('\n\n')}\n`
}

function plainRow({ label, value, more }: Row) {
  const said = more ? `\n${more.label}${more.url ? `: ${more.url}` : ''}\n` : ''
  return `${label}: ${value}${said}`
}

// Mail programs support tables and inline styles. The style element only adds dark mode. If images
// are blocked, the name replaces the logo, which is the only image.
function html(sender: Sender, content: MailContent): string {
  const { siteUrl, look, seller } = sender
  const c = coloursOf(look)
  const { subject, preheader, heading, paragraphs, body, rows, button, notes, reason } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkMode(c)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${c.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:${c.ground}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="background:${c.night};border-radius:10px 10px 0 0;padding:22px 32px" class="pad">
${masthead(sender, c)}
</td></tr>
<tr><td class="paper pad" style="background:${c.paper};border-radius:0 0 10px 10px;padding:36px 32px 32px">
<h1 dir="auto" class="ink" style="margin:0 0 16px;color:${c.ink};${font(24, 30)};font-weight:700;letter-spacing:-0.015em">${safe(heading)}</h1>
${paragraphs.map((words) => paragraph(c, words)).join('\n')}${body ? withDirections(body.html) : ''}${rows?.length ? table(c, rows) : ''}${button ? pressable(c, button) : ''}
${notes.map((words) => note(c, words)).join('\n')}${button ? spelledOut(c, button) : ''}
</td></tr>
<tr><td class="pad" style="padding:20px 32px 0">
<p class="faint" style="margin:0;color:${c.faint};${font(13, 20)}">${safe(reason)}<br><a class="faint" href="${escapeHtml(siteUrl)}" style="color:${c.faint}">${escapeHtml(new URL(siteUrl).host)}</a>${content.unsubscribe ? unsubscribeLink(c, content.unsubscribe) : ''}${safe(sellerLine(seller, '\n')).replace('\n', '<br>')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Returns the seller in one line after `before`. Empty if no seller is set. */
function sellerLine(seller: Sender['seller'], before: string) {
  if (!seller) return ''
  return (
    before + [seller.name, ...seller.address.split('\n')].filter(Boolean).map(isolate).join(', ')
  )
}

function masthead({ shopName, siteUrl, look: { logo } }: Sender, c: Colours) {
  const name = escapeHtml(shopName)
  const style = `color:${c.paper};text-decoration:none;${font(17, 26)};font-weight:800;letter-spacing:-0.01em`
  if (!logo) {
    const mark = `<span style="display:inline-block;width:26px;margin-right:12px;border-radius:4px;background:${c.signal};color:${c.onSignal};text-align:center;font-weight:900">${escapeHtml([...shopName][0] ?? '')}</span>`
    return `<a href="${escapeHtml(siteUrl)}" style="${style}">${mark}${name}</a>`
  }
  const size = fitted(logo, { width: wide.width / 2, height: wide.height / 2 })
  const image = `src="${escapeHtml(siteUrl + paintedUrl(logo, 'wide'))}" width="${size.width}" height="${size.height}" border="0" style="vertical-align:middle;border:0"`
  return namesItself(logo)
    ? `<a href="${escapeHtml(siteUrl)}" style="${style}"><img ${image} alt="${name}"></a>`
    : `<a href="${escapeHtml(siteUrl)}" style="${style}"><img ${image} alt=""><span style="padding-left:12px">${name}</span></a>`
}

const safe = (words: string) => isolatesToHtml(escapeHtml(words))

function paragraph(c: Colours, words: string) {
  return `<p dir="auto" class="soft" style="margin:0 0 16px;color:${c.soft};${font(16, 25)}">${safe(words)}</p>`
}

function table(c: Colours, rows: Row[]) {
  const cell = `padding:10px 0;border-top:1px solid ${c.rule};${font(15, 22)}`
  const lines = rows.map(
    ({ label, value, more }) =>
      // An amount never wraps. An address wraps anywhere rather than widen the mail.
      `<tr><td class="rule soft" valign="top" style="${cell};padding-right:16px;color:${c.soft}${label.length > 24 ? ';word-break:break-word' : ''}">${safe(label)}</td><td class="rule ink" valign="top" align="right" style="${cell};color:${c.ink};font-weight:600;${value.length <= 16 ? 'white-space:nowrap' : 'word-break:break-word'}">${safe(value)}${more ? moreOf(c, more) : ''}</td></tr>`,
  )
  return `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="rule" style="margin:20px 0;border-bottom:1px solid ${c.rule}">
${lines.join('\n')}
</table>`
}

function moreOf(c: Colours, { label, url }: NonNullable<Row['more']>) {
  const whole = label.length <= 24 ? ';white-space:nowrap' : ''
  const style = `display:inline-block;padding:6px 0 2px;font-weight:400${whole}`
  return url
    ? `<br><a class="link" href="${escapeHtml(url)}" style="${style};color:${c.link}">${safe(label)}</a>`
    : `<br><span class="faint" style="${style};color:${c.faint}">${safe(label)}</span>`
}

/** A note that ends in `: https://…` becomes a link. The plain text contains both. */
function note(c: Colours, words: string) {
  const [, label, url] = /^(.+): (https?:\/\/\S+)$/.exec(words) ?? []
  const inner =
    label && url
      ? `<a class="link" href="${escapeHtml(url)}" style="color:${c.link}">${safe(label)}</a>`
      : safe(words)
  return `<p dir="auto" class="faint" style="margin:0 0 8px;color:${c.faint};${font(14, 21)}">${inner}</p>`
}

function pressable(c: Colours, { label, url }: { label: string; url: string }) {
  return `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 20px"><tr><td style="background:${c.signal};border-radius:6px">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 26px;color:${c.onSignal};text-decoration:none;${font(16, 20)};font-weight:700">${safe(label)}</a>
</td></tr></table>`
}

function spelledOut(c: Colours, { url }: { url: string }) {
  return `
<p class="faint rule" style="margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${c.rule};color:${c.faint};${font(13, 20)}">Does the button not work? Open this address:<br><a class="link" href="${escapeHtml(url)}" style="color:${c.link};word-break:break-all">${escapeHtml(url)}</a></p>`
}

function unsubscribeLink(c: Colours, url: string) {
  return ` · <a class="faint" href="${escapeHtml(url)}" style="color:${c.faint}">Unsubscribe</a>`
}
