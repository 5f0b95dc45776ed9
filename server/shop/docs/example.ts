export type Schema = {
  $ref?: string
  type?: string
  description?: string
  example?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

export type Schemas = Record<string, Schema>

export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (schemas[name] ?? {}) : schema
}

const byFormat: Record<string, string> = {
  uuid: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57',
  'date-time': '2026-11-21T09:30:00.000Z',
  email: 'mara@example.com',
}

/** Returns a value that fits the schema. Uses the schema's examples if it has some. */
export function exampleOf(given: Schema, schemas: Schemas): unknown {
  const schema = resolve(given, schemas)
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, schemas)
  if (schema.items) return [exampleOf(schema.items, schemas)]
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, exampleOf(inner, schemas)]),
    )
  }
  if (schema.type === 'string') return byFormat[schema.format ?? ''] ?? 'text'
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return false
  return schema.type === 'null' ? null : {}
}

/** The type in a few words: `integer or null`, `list of Product`, `"card" | "crypto"`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return [schema.type ?? 'anything', schema.format && `(${schema.format})`, limitsOf(schema)]
    .filter(Boolean)
    .join(' ')
}

function limitsOf({ minimum, maximum, minLength, maxLength, type }: Schema): string {
  const bounded = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < 1_000_000_000 ? value : undefined
  const [low, high] =
    type === 'string' ? [minLength, maxLength] : [bounded(minimum), bounded(maximum)]
  if (low === undefined && high === undefined) return ''
  const unit = type === 'string' ? ' characters' : ''
  if (high === undefined) return `≥ ${low}${unit}`
  return `${low ?? 0} to ${high}${unit}`
}
