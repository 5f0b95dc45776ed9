import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe says of its rules only to itself: how bad their findings are. */
type Audit = { _audit: { rules: { id: string; impact: string }[] } }

/** The builds of elements that axe looked at in this worker and found nothing wrong with. */
const fine = new Set<string>()

/**
 * Nothing that axe finds serious or critical on the page as it stands, other sites' frames aside. What
 * is built like something that was found fine before, and stands where that stood, is passed by.
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
 * How each element in the document and what it holds is built, shortened: elements, classes, attributes
 * and states, and whether there is text. Siblings that are built alike count as one. An element that
 * stands elsewhere, in other elements or those of other classes, is another.
 */
function buildsOf(): string[] {
  // What these say differs from page to page; axe asks whether they say something.
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
      // What only screen readers are told takes a pixel.
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
  // A shop's colours stand in a style of the page.
  const styles = [...document.querySelectorAll('style, link[rel=stylesheet]')]
  const looks = styles.map((style) => style.getAttribute('href') ?? style.textContent)
  walk(document.documentElement, `${document.title !== ''} ${looks}`)
  return builds
}

/** Marks the outermost of what is known, by its place in the document; nothing when that has changed. */
function markKnown(known: boolean[]) {
  const all = document.querySelectorAll('*')
  if (all.length !== known.length) return
  for (const [n, element] of all.entries())
    if (known[n] && !element.parentElement?.closest('[data-known]'))
      element.setAttribute('data-known', '')
}

async function look(page: Page): Promise<string[]> {
  // Reading it takes a browser as long as using it does: once for all looks at one document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe & Audit }
    // Rules whose findings are never serious take a quarter of the time.
    const lesser = axe._audit.rules.filter(({ impact }) => /^(minor|moderate)$/.test(impact))
    const known = [...document.querySelectorAll('[data-known]')]
    const found = await axe.run(
      { include: [document], exclude: known },
      {
        resultTypes: ['violations'],
        rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])),
        // No script runs in the preview of a mail, axe's neither.
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
