import { convert } from 'html-to-text'
import sanitize from 'sanitize-html'
import { colours as c, font } from '#server/platform/mail/colours.ts'
import { renderMarkdown } from '#server/platform/media/markdown.ts'

type Look = { class: string; style: string }

const heading = (size: number): Look => ({
  class: 'ink',
  style: `margin:28px 0 10px;color:${c.ink};${font(size, size + 7)};font-weight:700`,
})
const list: Look = {
  class: 'soft',
  style: `margin:0 0 16px;padding-left:24px;color:${c.soft};${font(16, 25)}`,
}
const cell: Look = {
  class: 'rule',
  style: `padding:8px 12px 8px 0;border-bottom:1px solid ${c.rule};${font(15, 22)}`,
}

/** Many mail programs ignore style sheets, so each element carries its own styles. */
const looks: Record<string, Look> = {
  h2: heading(20),
  h3: heading(18),
  h4: heading(16),
  p: { class: 'soft', style: `margin:0 0 16px;color:${c.soft};${font(16, 25)}` },
  ul: list,
  ol: list,
  li: { class: 'soft', style: 'margin:0 0 6px' },
  a: { class: 'link', style: '' },
  strong: { class: 'ink', style: `color:${c.ink}` },
  blockquote: {
    class: 'rule',
    style: `margin:0 0 16px;padding-left:16px;border-left:3px solid ${c.rule}`,
  },
  code: { class: 'ink', style: 'font-family:Menlo,Consolas,monospace;font-size:14px' },
  hr: {
    class: 'rule',
    style: `margin:24px 0;border:0;border-top:1px solid ${c.rule}`,
  },
  img: { class: '', style: 'display:block;max-width:100%;height:auto;border:0' },
  table: { class: 'soft', style: `margin:0 0 16px;border-collapse:collapse;color:${c.soft}` },
  th: cell,
  td: cell,
}

/** Renders HTML with links in the given colour, and plain text. */
export function mailBody(markdown: string, siteUrl: string, link = c.link) {
  const html = sanitize(renderMarkdown(markdown), {
    allowedTags: [...Object.keys(looks), 'pre', 'em', 'del', 'br', 'thead', 'tbody', 'tr'],
    allowedAttributes: false,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, { rel, loading, ...attributes }) => {
        const { href, src } = attributes
        return {
          tagName,
          attribs: {
            ...attributes,
            ...(href && { href: absolute(href, siteUrl) }),
            ...(src && { src: absolute(src, siteUrl) }),
            ...looks[tagName],
            ...(tagName === 'a' && { style: `color:${link}` }),
            ...(['th', 'td'].includes(tagName) && {
              style: `${cell.style};text-align:${attributes.align ?? 'left'}`,
            }),
          },
        }
      },
    },
  })
  return { html, text: plain(html) }
}

function plain(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', options: { linkBrackets: ['(', ')'] } },
      ...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'dataTable' },
    ],
  })
}

/** Makes links within the site absolute, so that they work in a mail too. */
function absolute(address: string, siteUrl: string): string {
  try {
    return new URL(address, `${siteUrl}/`).href
  } catch {
    return siteUrl
  }
}
