import { isNumber } from './address.ts'
import { FilterField } from './filter-field.tsx'

type IdFilterProps = {
  /** The noun in front of ‘ID’. */
  of: 'User' | 'Product'
  /** The URL parameter that the field sets. */
  name: string
  example: string
}

/** Narrows a list to one user or product. */
export function IdFilter({ of, name, example }: IdFilterProps) {
  const problem = `Enter a ${of.toLowerCase()} ID, for example ${example}`
  return (
    <FilterField
      label={`${of} ID`}
      name={name}
      placeholder={example}
      inputMode="numeric"
      check={(text) => (isNumber(text) ? undefined : problem)}
    />
  )
}
