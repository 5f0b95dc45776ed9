import * as fc from 'fast-check'
import { exampleOf, resolve, type Schema, type Schemas } from '#server/shop/docs/example.ts'

/** Rules that the schema does not state, such as an order of two dates, can still be broken. */
export function validInput(given: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const schema = resolve(given, schemas)
  const inner = (one: Schema) => validInput(one, schemas)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  if (schema.items)
    return fc.array(inner(schema.items), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(2, schema.minItems ?? 0),
    })
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, one]) => [name, inner(one)] as const,
    )
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number': {
      const min = Math.ceil(schema.minimum ?? 0)
      const max = Math.min(Math.floor(schema.maximum ?? Number.POSITIVE_INFINITY), min + 30)
      return fc.integer({ min, max })
    }
    case 'string': {
      const example = `${exampleOf(schema, schemas)}`
      if (schema.format || schema.pattern || schema.example !== undefined) {
        return fc.constant(example)
      }
      const { minLength = 1, maxLength = 40 } = schema
      return fc.nat(20).map((n) => `text ${n}`.padEnd(minLength, 'x').slice(0, maxLength))
    }
    default:
      return fc.constant(exampleOf(schema, schemas))
  }
}

/** Whether a value has the type, format or one of the enum values that a schema requires. */
export function fits(value: unknown, given: Schema, schemas: Schemas): boolean {
  const { anyOf, enum: names, pattern, type } = resolve(given, schemas)
  if (anyOf) return anyOf.some((one) => fits(value, one, schemas))
  if (names) return names.includes(value)
  if (type === 'integer') return Number.isInteger(value)
  if (pattern) return new RegExp(pattern).test(`${value}`)
  return typeof value === type
}
