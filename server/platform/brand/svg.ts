import escapeHtml from 'escape-html'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { logoRefusals, maxSvgBytes } from '#contract/wire/logo-upload.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { attributes, dropped, elements, functions } from './svg-names.ts'
import { type Drawn, sheetRefers, textOf, weightOf } from './svg-weight.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const linkNamespace = 'http://www.w3.org/1999/xlink'

const mostDepth = 64
/** The maximum number of elements. Each counts as often as it is drawn. */
const mostWeight = 5000

/** Refuses content that could run, load or draw without end, with a sentence that names it. */
export function plainSvg(bytes: Buffer): string {
  if (bytes.length > maxSvgBytes) throw new Refusal(logoRefusals.svg_too_large)
  const root = read(decode(bytes))
  if (sheetRefers(root)) throw notPlain('clips or masks in a style sheet')
  if (weightOf(root, mostWeight) > mostWeight) throw new Refusal(logoRefusals.svg_too_complex)
  return write(root, true)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is not UTF-8')
  }
}

function read(text: string): Drawn {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: Drawn[] = []
  let root: Drawn | undefined
  let skipped = 0

  parser.on('error', ({ message }) => {
    throw unreadable(sayWhere(message))
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) throw unreadable('it is not UTF-8')
  })
  parser.on('doctype', (doctype) => {
    // Old editors write an external identifier there. It is ignored.
    if (doctype.includes('[') || /entity/i.test(doctype)) throw notPlain('custom entities')
  })
  parser.on('processinginstruction', () => {
    throw notPlain('a processing instruction (<?…?>)')
  })
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    if (skipped > 0 || (uri !== svgNamespace && root) || dropped.has(local)) {
      skipped += 1
      return
    }
    if (!root && (uri !== svgNamespace || local !== 'svg')) {
      throw unreadable('it does not start with <svg xmlns="http://www.w3.org/2000/svg">')
    }
    if (!elements.has(local)) throw notPlain(`<${local.slice(0, 40)}>`)
    if (open.length >= mostDepth) throw new Refusal(logoRefusals.svg_too_complex)
    const element: Drawn = { name: local, attributes: kept(given), children: [] }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    if (skipped > 0) skipped -= 1
    else {
      const closed = open.pop()
      // Checks the complete text, as a browser reads it: a comment inside could split a word.
      if (closed?.name === 'style') checkStyle(textOf(closed))
    }
  })
  const addText = (content: string) => {
    const parent = open.at(-1)
    if (skipped > 0 || !parent) return
    if (content.trim()) parent.children.push(content)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  return scalable(root!)
}

/** Without a view box, the drawing would be clipped to its place instead of scaled. */
function scalable(root: Drawn): Drawn {
  const given = Object.fromEntries(root.attributes)
  if (given.viewBox !== undefined) return root
  const [width, height] = [given.width, given.height].map((length) =>
    /^\d+(\.\d+)?(px)?$/.test(length ?? '') ? Number.parseFloat(length!) : 0,
  )
  if (!width || !height) throw unreadable('it has neither a viewBox nor a width and height')
  return { ...root, attributes: [...root.attributes, ['viewBox', `0 0 ${width} ${height}`]] }
}

function kept(given: Record<string, SaxesAttributeNS>): [string, string][] {
  const found: [string, string][] = []
  for (const { uri, local, prefix, value } of Object.values(given)) {
    if (prefix === 'xmlns' || local === 'xmlns') continue
    if (/^on/i.test(local)) throw notPlain(`the handler ${local.slice(0, 40)}`)
    if (local === 'href' && (uri === '' || uri === linkNamespace)) {
      if (!/^#[\w.:-]+$/.test(value.trim())) throw notPlain('a link to another file')
      found.push(['href', value.trim()])
      continue
    }
    // Other attributes come from editors or have no effect on a static picture.
    if (uri !== '' || !attributes.has(local)) continue
    if (local !== 'id' && local !== 'class') checkStyle(value)
    found.push([local, value])
  }
  return found
}

/** Refuses anything that refers to content outside the drawing. */
function checkStyle(css: string) {
  if (css.includes('\\')) throw notPlain('styles with escapes')
  if (css.includes('@')) throw notPlain('styles with @ rules, such as @import')
  // The lookbehind keeps a long word from being tried from each of its letters.
  for (const [, name, inner] of css.matchAll(/(?<![\w-])([\w-]+)\s*\(\s*([^)]*)/g)) {
    const isOwn = name!.toLowerCase() === 'url' && /^(["']?)#[\w.:-]+\1\s*$/.test(inner!)
    if (!isOwn && !functions.has(name!.toLowerCase())) throw notPlain(`styles with ${name}(…)`)
  }
}

function write({ name, attributes: held, children }: Drawn, isRoot = false): string {
  const all = isRoot ? [['xmlns', svgNamespace], ...held] : held
  const head = `${name}${all.map(([key, value]) => ` ${key}="${escapeHtml(value!)}"`).join('')}`
  if (children.length === 0) return `<${head}/>`
  const inner = children.map((child) =>
    typeof child === 'string' ? escapeHtml(child) : write(child),
  )
  return `<${head}>${inner.join('')}</${name}>`
}

const unreadable = (why: string) => new Refusal(logoRefusals.svg_unreadable, { values: { why } })
const notPlain = (what: string) => new Refusal(logoRefusals.svg_not_plain, { values: { what } })

function sayWhere(message: string): string {
  const [, line, what] = /^(\d+):\d+: (.*?)\.?$/.exec(message) ?? []
  return line ? `line ${line}, ${what!.slice(0, 120)}` : message.slice(0, 120)
}
