export type Params = { [name: string]: string | Params | (string | Params)[] }

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads Stripe's form encoding: `line_items[0][price_data][currency]=usd`, `expand[]=customer`. */
export function parseForm(text: string): Params {
  const root: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, index) => part !== '' || index === 0)
    if (path.some((part) => forbidden.has(part))) continue
    if (name.endsWith('[]')) path.push('')
    assign(root, path, value)
  }
  return withArrays(root) as Params
}

function assign(root: Params, path: string[], value: string) {
  let node = root
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(node).length) : part
    if (index === path.length - 1) {
      node[key] = value
      return
    }
    if (typeof node[key] !== 'object') node[key] = {}
    node = node[key] as Params
  }
}

/** Converts objects with the keys 0, 1, 2 … to arrays. */
function withArrays(node: Params | string): string | Params | (string | Params)[] {
  if (typeof node === 'string') return node
  const entries = Object.entries(node).map(
    ([key, value]) => [key, withArrays(value as Params | string)] as const,
  )
  if (entries.length > 0 && entries.every(([key], index) => key === String(index)))
    return entries.map(([, value]) => value) as (string | Params)[]
  return Object.fromEntries(entries)
}
