import { expect, test } from 'vitest'
import { watchSecondClicks } from './second-click.ts'

/** A fake element with the members that the code uses. */
class Part {
  readonly name: string
  readonly within: Part | undefined
  constructor(name: string, within?: Part) {
    this.name = name
    this.within = within
  }
  matches(selector: string): boolean {
    return selector.split(', ').includes(this.name)
  }
  closest(selector: string): Part | null {
    return this.matches(selector) ? this : (this.within?.closest(selector) ?? null)
  }
  contains(other: Part): boolean {
    return other === this || (other.within !== undefined && this.contains(other.within))
  }
}

/** Clicks elements one after the other, as the clicks of one double click. */
function press(...parts: Part[]) {
  const page = new EventTarget()
  const stop = watchSecondClicks(page)
  const told = parts.map((part, n) => {
    const events = ['mousedown', 'click'].map((type) => {
      const event = new Event(type, { cancelable: true })
      Object.defineProperties(event, { target: { value: part }, detail: { value: n + 1 } })
      page.dispatchEvent(event)
      return event.defaultPrevented
    })
    return { selects: !events[0], acts: !events[1] }
  })
  stop()
  return told
}

const asIs = { selects: true, acts: true }
const button = new Part('button')
const label = new Part('span', button)

test.each(['a', 'button', 'label', 'summary', '[role="button"]'])(
  'a double click on %s acts twice and selects no text of the page that it opens',
  (name) => {
    const control = new Part(name)
    const word = new Part('span', control)
    expect(press(control, word)).toEqual([asIs, { selects: false, acts: true }])
  },
)

test.each(['input', 'textarea', 'p'])('a double click in %s selects a word', (name) => {
  const part = new Part(name)
  expect(press(part, part)).toEqual([asIs, asIs])
})

test('the second click of a double click ignores an element that has moved under the pointer', () => {
  for (const other of [new Part('button'), new Part('p'), new Part('input')])
    expect(press(label, other)).toEqual([asIs, { selects: false, acts: false }])
})
