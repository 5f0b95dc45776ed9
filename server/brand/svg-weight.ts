/** An element of a drawing and what is in it. */
export type Drawn = {
  name: string
  attributes: [string, string][]
  children: (Drawn | string)[]
}

/**
 * How many elements a drawing really has, each counted as often as something refers to it: a few lines
 * can ask for billions. Beyond `most` it says no more than that. What refers to itself is endless.
 */
export function weightOf(root: Drawn, most: number): number {
  const byId = indexed(root)
  const known = new Map<Drawn, number>()
  const weigh = (element: Drawn, depth: number): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > deepest) return most + 1
    // As long as it is being weighed: met again, it is within itself.
    known.set(element, most + 1)
    let weight = 1 + lengthOf(element) / charactersPerElement
    for (const next of [...referredBy(element).map((id) => byId.get(id)), ...inner(element)]) {
      if (next) weight += weigh(next, depth + 1)
    }
    weight = Math.min(weight, most + 1)
    known.set(element, weight)
    return weight
  }
  return weigh(root, 0)
}

/** What a path or a text says is drawn as well: a long one is worth many elements. */
const charactersPerElement = 100
const lengthOf = ({ attributes, children }: Drawn) =>
  attributes.reduce((sum, [, value]) => sum + value.length, 0) +
  children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0)

/** Of references within references. */
const deepest = 200

/**
 * Whether a style sheet refers to anything but gradients. Which elements it means takes a browser to
 * find out, so what it refers to cannot be weighed.
 */
export function sheetRefers(root: Drawn): boolean {
  const byId = indexed(root)
  const sheets = [...everything(root)].filter(({ name }) => name === 'style').map(textOf)
  const targets = sheets.flatMap(idsIn).map((id) => byId.get(id))
  return targets.some((target) => target && !target.name.endsWith('Gradient'))
}

export const textOf = ({ children }: Drawn) =>
  children.filter((child) => typeof child === 'string').join('')

const inner = ({ children }: Drawn) => children.filter((child) => typeof child !== 'string')

function* everything(element: Drawn): Generator<Drawn> {
  yield element
  for (const child of inner(element)) yield* everything(child)
}

function indexed(root: Drawn): Map<string, Drawn> {
  const byId = new Map<string, Drawn>()
  for (const element of everything(root)) {
    const id = element.attributes.find(([name]) => name === 'id')?.[1]
    // Of several with the same id the first counts.
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

const idsIn = (text: string) =>
  [...text.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id]) => id!)

const referredBy = ({ attributes }: Drawn): string[] =>
  attributes.flatMap(([name, value]) => (name === 'href' ? [value.slice(1)] : idsIn(value)))
