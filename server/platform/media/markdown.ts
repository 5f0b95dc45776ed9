import escapeHtml from 'escape-html'
import { Marked } from 'marked'
import sanitize from 'sanitize-html'
import { Invalid } from '#server/kernel/http/parse-input.ts'
import { inTime } from './markdown-limit.ts'

const marked = new Marked({
  gfm: true,
  async: false,
  // A character, because screen readers announce even a disabled checkbox as a control.
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') },
})

/**
 * Only prose remains, links get `rel="noopener nofollow"`, and headings start at the second level.
 * A text that cannot be rendered in time is shown as it was written.
 */
export function renderMarkdown(markdown: string): string {
  return inTime(() => render(markdown)) ?? asWritten(markdown)
}

/** The same for a text that a user is saving. Refuses with 422 a text that cannot be rendered. */
export function renderWritten(markdown: string, field: string): string {
  const html = inTime(() => render(markdown))
  if (html !== undefined) return html
  throw new Invalid([
    {
      type: 'unrenderable',
      loc: ['body', field],
      msg: 'This text cannot be shown because it is nested too deeply or a paragraph is too long',
    },
  ])
}

function render(markdown: string): string {
  return sanitize(marked.parse(markdown) as string, {
    allowedTags: [
      ...[
        'h2',
        'h3',
        'h4',
        'p',
        'a',
        'ul',
        'ol',
        'li',
        'blockquote',
        'pre',
        'code',
        'em',
        'strong',
      ],
      ...['del', 'hr', 'br', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'loading'],
      ol: ['start'],
      th: ['align'],
      td: ['align'],
    },
    allowedSchemes: ['https', 'http', 'mailto'],
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      a: sanitize.simpleTransform('a', { rel: 'noopener nofollow' }),
      img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    },
  })
}

function asWritten(text: string) {
  return `<p>${escapeHtml(text)}</p>`
}
