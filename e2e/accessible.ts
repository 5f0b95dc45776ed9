import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Axe exposes the impact of its rules only in this internal property. */
type Audit = { _audit: { rules: { id: string; impact: string }[] } }

/** Structures of elements that passed axe in this worker. */
const fine = new Set<string>()

/**
 * Expects no serious or critical axe findings on the page, except in frames of other sites. Skips
 * elements with the same structure and context as elements that passed before.
 */
export async function expectAccessible(page: Page) {
  const builds = await page.evaluate(buildsOf)
  const known = builds.map((build) => fine.has(build))
  if (!known.includes(false)) return
  await page.evaluate(markKnown, known)
  expect(await look(page)).toEqual([])
  for (const build of builds) fine.add(build)
}

/**
 * Returns a short form of the structure of each element and its content: elements, classes,
 * attributes and states, and whether there is text. Siblings with the same structure count once.
 * The structure includes the ancestors and their classes.
 */
function buildsOf(): string[] {
  // The values of these attributes differ from page to page, and axe only checks that they exist.
  const saying =
    /^(id|href|src|srcset|sizes|d|points|value|name|title|alt|content|datetime|placeholder|action|aria-label|data-(?!state).*)$/
  const naming =
    /^(for|headers|aria-(labelledby|describedby|controls|owns|activedescendant|details))$/
  const targets = (ids: string) =>
    ids.split(/\s+/).map((id) => {
      const target = document.getElementById(id)
      return target && `${target.tagName} ${Boolean(target.textContent?.trim())}`
    })
  const short = (text: string) => {
    let one = 0xdeadbeef
    let two = 0x41c6ce57
    for (let n = 0; n < text.length; n += 1) {
      one = Math.imul(one ^ text.charCodeAt(n), 2654435761)
      two = Math.imul(two ^ text.charCodeAt(n), 1597334677)
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36)
  }
  const own = (element: Element) => {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (naming.test(name)) return `${name}=${targets(value)}`
      return saying.test(name) ? `${name}=${value.trim() !== ''}` : `${name}=${value}`
    })
    const { width, height } = element.getBoundingClientRect()
    const states = [
      // Visually hidden content for screen readers has a size of one pixel.
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true }),
      element.scrollWidth > element.clientWidth,
      element.scrollHeight > element.clientHeight,
      element.matches(':checked'),
      element.matches(':focus'),
      (element as HTMLInputElement).labels?.length,
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    ]
    return `${element.tagName} ${attributes.sort().join(' ')} ${states}`
  }
  const builds: string[] = []
  const walk = (element: Element, above: string) => {
    const at = builds.push('') - 1
    const place = short(`${above}>${element.tagName}.${element.getAttribute('class')}`)
    const inner = new Set([...element.children].map((child): string => walk(child, place)))
    builds[at] = short(`${place} ${own(element)} ${[...inner].sort()}`)
    return builds[at]
  }
  // A shop's colours are in a style element of the page.
  const styles = [...document.querySelectorAll('style, link[rel=stylesheet]')]
  const looks = styles.map((style) => style.getAttribute('href') ?? style.textContent)
  walk(document.documentElement, `${document.title !== ''} ${looks}`)
  return builds
}

/**
 * Marks the outermost elements with a known structure, by position in the document. Marks nothing
 * if the document has changed.
 */
function markKnown(known: boolean[]) {
  const all = document.querySelectorAll('*')
  if (all.length !== known.length) return
  for (const [n, element] of all.entries())
    if (known[n] && !element.parentElement?.closest('[data-known]'))
      element.setAttribute('data-known', '')
}

async function look(page: Page): Promise<string[]> {
  // Loading the script takes as long as running it, so it is loaded once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe & Audit }
    // Rules whose findings are never serious take a quarter of the time, so they are skipped.
    const lesser = axe._audit.rules.filter(({ impact }) => /^(minor|moderate)$/.test(impact))
    const known = [...document.querySelectorAll('[data-known]')]
    const found = await axe.run(
      { include: [document], exclude: known },
      {
        resultTypes: ['violations'],
        rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])),
        // Scripts, including axe, cannot run in the preview of a mail.
        iframes: false,
        preload: false,
      },
    )
    for (const element of known) element.removeAttribute('data-known')
    return found
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
