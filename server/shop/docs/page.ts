import { readFileSync } from 'node:fs'
import escapeHtml from 'escape-html'
import type { Look } from '#server/kernel/config/config.ts'
import { renderMarkdown } from '#server/platform/media/markdown.ts'
import { exampleOf, resolve, type Schema, type Schemas, typeOf } from './example.ts'

type Content = Record<string, { schema: Schema }>
type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  example?: unknown
  schema: Schema
}
type Operation = {
  tags: string[]
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}
type Document = {
  info: { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
  'x-events': Record<string, { summary: string; schema: Schema; example: unknown }>
}
type Entry = { method: string; path: string; operation: Operation }

const sheet = readFileSync(new URL('./page.css', import.meta.url), 'utf8')

export const styleOf = ({ accent }: Look) =>
  accent ? sheet.replace(/--signal: #[0-9a-f]{6}/, `--signal: ${accent.signal}`) : sheet

const plain = (text: unknown) => escapeHtml(String(text))

/** Renders the OpenAPI document as one page that needs no script. */
export function documentPage(described: Record<string, unknown>, style: string): string {
  const { info, servers, paths, components, 'x-events': events } = described as unknown as Document
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags[0]!)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plain(info.title)}</title><style>${style}</style></head>
<body><nav aria-label="Calls">${[...groups].map(([tag, calls]) => index(tag, calls)).join('')}
<h2>Events</h2><ul>${Object.keys(events)
    .map((type) => `<li><a href="#event-${type}">${type}</a></li>`)
    .join('')}</ul>
<h2>Objects</h2><ul>${Object.keys(components.schemas)
    .map((name) => `<li><a href="#object-${name}">${name}</a></li>`)
    .join('')}</ul></nav>
<main><header><h1>${plain(info.title)}</h1>${renderMarkdown(info.description)}
<p>Base address <code>${plain(servers[0]!.url)}</code> · the same as data: <a href="openapi.json">openapi.json</a></p></header>
${[...groups.values()]
  .flat()
  .map((entry) => call(entry, components.schemas))
  .join('\n')}
<h2 class="part">Events</h2>
${Object.entries(events)
  .map(
    ([type, { summary, schema, example }]) =>
      `<section id="event-${type}"><h2><a href="#event-${type}">${plain(summary)}</a></h2>
<p class="address"><code>${plain(type)}</code></p>${table('Data', fields(schema))}
<pre tabindex="0"><code>${plain(JSON.stringify(example, null, 2))}</code></pre></section>`,
  )
  .join('\n')}
<h2 class="part">Objects</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => object(name, schema))
  .join('\n')}
</main></body></html>`
}

function index(tag: string, calls: Entry[]): string {
  const lines = calls.map(
    ({ method, operation }) =>
      `<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> ${plain(operation.summary)}</a></li>`,
  )
  return `<h2>${plain(tag)}</h2><ul>${lines.join('')}</ul>`
}

function call({ method, path, operation }: Entry, schemas: Schemas): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const [[status, answer], ...refusals] = Object.entries(responses) as [
    [string, Operation['responses'][string]],
    ...[string, Operation['responses'][string]][],
  ]
  return `<section id="${operationId}"><h2><a href="#${operationId}">${plain(summary)}</a></h2>
<p class="address"><b class="${method}">${method}</b> <code>${plain(path)}</code></p>
${renderMarkdown(description)}
${parameters.length > 0 ? table('Parameters', parameters.map(parameter)) : ''}
${requestBody ? payload('Request', requestBody.content, schemas) : ''}
${payload(`Answer ${status}`, answer.content, schemas)}
${table(
  'Refusals',
  refusals.map(
    ([code, { description: text }]) => `<tr><th>${code}</th><td>${renderMarkdown(text)}</td></tr>`,
  ),
)}</section>`
}

function parameter({ name, in: place, required, description = '', schema }: Parameter): string {
  return `<tr><th><code>${plain(name)}</code><small>${place}${required ? ', required' : ''}</small></th><td>${plain(typeOf(schema))}${description ? ` — ${plain(description)}` : ''}</td></tr>`
}

function table(title: string, rows: string[]): string {
  return rows.length > 0 ? `<h3>${title}</h3><table><tbody>${rows.join('')}</tbody></table>` : ''
}

function payload(title: string, content: Content, schemas: Schemas): string {
  const [type, { schema }] = Object.entries(content)[0]!
  const sample =
    type === 'application/octet-stream' ? '' : JSON.stringify(exampleOf(schema, schemas), null, 2)
  const inner = resolve(schema.items ?? schema, schemas)
  const named = schema.$ref ?? schema.items?.$ref
  const rows = named ? [] : fields(inner)
  return `<h3>${title} <small>${plain(type)} · ${named ? `<a href="#object-${named.split('/').at(-1)}">${plain(typeOf(schema))}</a>` : plain(typeOf(schema))}</small></h3>
${rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : ''}<pre tabindex="0"><code>${plain(sample)}</code></pre>`
}

function fields(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).map(
    ([name, inner]) =>
      `<tr><th><code>${plain(name)}</code>${schema.required?.includes(name) ? '' : '<small>optional</small>'}</th><td>${plain(typeOf(inner))}${inner.description ? ` — ${plain(inner.description)}` : ''}</td></tr>`,
  )
}

function object(name: string, schema: Schema): string {
  return `<section id="object-${name}"><h2><a href="#object-${name}">${name}</a></h2>
<table><tbody>${fields(schema).join('')}</tbody></table></section>`
}
