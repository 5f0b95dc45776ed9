import { Select } from '../../ui/select.tsx'
import { useListAddress } from './address.ts'

type FilterProps = {
  label: string
  /** The parameter of the address that it writes. */
  name: string
  /** The first is what counts when the address names none, and is left out of it. */
  options: readonly { value: string; label: string }[]
}

/** Chooses one of a few values that a list can be narrowed to. */
export function Filter({ label, name, options }: FilterProps) {
  const { query, change } = useListAddress()
  const first = options[0]!.value
  const given = query.get(name)
  const known = options.some((option) => option.value === given)
  return (
    <Select
      label={label}
      hideLabel
      className="min-w-32 grow basis-36 sm:max-w-44"
      value={known ? given! : first}
      error={given === null || known ? undefined : 'The address asks for one that there is not'}
      options={options}
      onChange={({ target }) => change({ [name]: target.value === first ? null : target.value })}
    />
  )
}
