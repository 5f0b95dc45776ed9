import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { takesInput } from '../takes-input.ts'
import type { Driver } from './driver.ts'

const timeout = 20_000

/** A page as a visitor uses it, in any engine. Every step waits until it is possible. */
export function pageOf(driver: Driver, siteUrl: string) {
  const page = {
    driver,
    /** Opens an address as a new document. */
    async open(address: string) {
      await driver.goto(new URL(address, siteUrl).href)
      await until(() => driver.evaluate(takesInput), `${address} takes no input`)
    },
    back: () => driver.back(),
    /** Clicks the control with this name, or the first one whose name contains it. */
    async press(name: string) {
      const { x, y } = await page.find(name)
      await driver.click(x, y)
    },
    async fill(label: string, text: string) {
      await page.press(label)
      await driver.evaluate(selectFocused)
      await driver.type(text)
    },
    async choose(label: string, value: string) {
      await page.find(label)
      await driver.evaluate(chooseOption, label, value)
    },
    /** Returns where to click a control. Fails if another element covers it. */
    async find(name: string) {
      let place = { x: 0, y: 0 }
      await expect
        .poll(
          async () => {
            const found = await driver.evaluate(placeOf, name)
            if (!('x' in found)) return found
            place = found
            return 'can be clicked'
          },
          { timeout, message: `Click ${name}` },
        )
        .toBe('can be clicked')
      return place
    },
    /** Waits until no loading placeholders remain. */
    untilDrawn: () => until(() => driver.evaluate(isDrawn), 'The page stays unfinished'),
    async see(text: string) {
      await expect
        .poll(() => driver.evaluate(visibleText), { timeout, message: `See ${text}` })
        .toContain(text)
    },
    path: () => driver.evaluate(() => location.pathname + location.search),
    expectPath: (path: string) => expect.poll(page.path, { timeout }).toBe(path),
  }
  return page
}

export type Page = ReturnType<typeof pageOf>

type Place = { x: number; y: number } | { missing: string } | { coveredBy: string }

async function until(condition: () => Promise<boolean>, otherwise: string) {
  const end = Date.now() + timeout
  while (!(await condition().catch(() => false))) {
    if (Date.now() > end) throw new Error(otherwise)
    await delay(50)
  }
}

// The following functions run in the page, so each must be self-contained.

function isDrawn() {
  return !document.querySelector('.animate-shimmer, .animate-appear-late')
}

function visibleText() {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not seen
  return document.body.innerText
}

function selectFocused() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

function chooseOption(label: string, value: string) {
  const select = [...document.querySelectorAll('select')].find((field) =>
    [field.getAttribute('aria-label'), ...[...(field.labels ?? [])].map((l) => l.textContent)].some(
      (name) => name?.trim() === label,
    ),
  )
  if (!select) throw new Error(`No select is named ${label}`)
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value)
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Scrolls a control into view and returns its centre. */
function placeOf(name: string): Place {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const controls = [
    ...(dialog ?? document).querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, label, summary, iframe',
    ),
  ]
    .filter((control) => control.getClientRects().length > 0)
    // The page's own controls come before those of the header.
    .sort((a, b) => Number(!a.closest('main')) - Number(!b.closest('main')))
  const namesOf = (control: HTMLElement) =>
    [
      control.getAttribute('aria-label'),
      control.getAttribute('placeholder'),
      control.getAttribute('title'),
      ...[...((control as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
      control.textContent,
    ].flatMap((text) => (text?.trim() ? [text.trim()] : []))
  const control =
    controls.find((it) => namesOf(it).includes(name)) ??
    controls.find((it) => namesOf(it).some((text) => text.startsWith(name))) ??
    controls.find((it) => namesOf(it).some((text) => text.includes(name)))
  if (!control) return { missing: name }
  control.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = control.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  if (hit && (control.contains(hit) || hit.contains(control) || isOwnLabel(hit))) return { x, y }
  return { coveredBy: `${hit?.outerHTML.slice(0, 120)} at ${location.pathname}` }

  function isOwnLabel(element: Element) {
    return (element.closest('label') as HTMLLabelElement | null)?.control === control
  }
}
