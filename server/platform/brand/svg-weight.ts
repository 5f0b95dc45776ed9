export type Drawn = {
  name: string
  attributes: [string, string][]
  children: (Drawn | string)[]
}

/** Counts an element once per reference, up to just above `most`: there may be billions. */
export function weightOf(root: Drawn, most: number): number {
  const byId = indexed(root)
  const known = new Map<Drawn, number>()
  const weigh = (element: Drawn, depth: number): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > deepest) return most + 1
    // The value while the element is being weighed. If it is met again, it contains itself.
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

/** The characters of a path or a text are drawn as well, so a long one counts as many elements. */
const charactersPerElement = 100
const lengthOf = ({ attributes, children }: Drawn) =>
  attributes.reduce((sum, [, value]) => sum + value.length, 0) +
  children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0)

/** The depth of references within references. */
const deepest = 200

/** Only a browser resolves a style sheet's references. Those to gradients need no weighing. */
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
    // If several elements have the same id, the first one counts.
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

const idsIn = (text: string) =>
  [...text.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id]) => id!)

const referredBy = ({ attributes }: Drawn): string[] =>
  attributes.flatMap(([name, value]) => (name === 'href' ? [value.slice(1)] : idsIn(value)))
