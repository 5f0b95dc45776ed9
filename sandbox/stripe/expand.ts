import { invalidRequest } from './errors.ts'
import { type World, wholeList } from './world.ts'

type Json = { [key: string]: unknown }

function lookUp(world: World, id: string): object | undefined {
  const [prefix] = id.split('_')
  switch (prefix) {
    case 'ch':
      return world.charges.get(id)
    case 'cs':
      return world.sessions.get(id)?.session
    case 'cus':
      return world.customers.get(id)
    case 'pi':
      return world.intents.get(id)
    case 'pm':
      return world.cards.get(id)?.method
    case 're':
      return world.refunds.get(id)
    case 'seti':
      return world.setupIntents.get(id)
    default:
      return undefined
  }
}

/** Lists that an object includes only on request. */
function includable(world: World, { object, id }: Json, name: string): unknown {
  if (object === 'checkout.session' && name === 'line_items') {
    const items = world.sessions.get(String(id))?.lineItems ?? []
    return wholeList(`/v1/checkout/sessions/${id}/line_items`, items)
  }
  if (object === 'charge' && name === 'refunds') {
    const refunds = world.refunds.all().filter(({ charge }) => charge === id)
    return wholeList(`/v1/charges/${id}/refunds`, refunds)
  }
  return undefined
}

function expandPath(world: World, node: unknown, path: string[], whole: string): unknown {
  const [name, ...rest] = path
  if (name === undefined) return node
  if (Array.isArray(node)) return node.map((each) => expandPath(world, each, path, whole))
  if (typeof node !== 'object' || node === null) return node
  const object = node as Json
  const value = name in object ? object[name] : includable(world, object, name)
  if (value === undefined)
    throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  const found = typeof value === 'string' ? (lookUp(world, value) ?? value) : value
  return { ...object, [name]: expandPath(world, found, rest, whole) }
}

/** Replaces ids with their objects, along paths such as `payment_intent.latest_charge`. */
export function expand(world: World, object: object, paths: string[]): object {
  return paths.reduce(
    (result, path) => expandPath(world, result, path.split('.'), path) as object,
    object,
  )
}
