import { Select } from '../../ui/select.tsx'
import { useListAddress } from './address.ts'

type FilterProps = {
  label: string
  /** The URL parameter that the filter sets. */
  name: string
  /** The first option is the default, which is left out of the URL. */
  options: readonly { value: string; label: string }[]
  /** For a filter in a grid of fields. Elsewhere the options say what they filter. */
  showLabel?: boolean
}

/** Narrows a list to one of a few values. */
export function Filter({ label, name, options, showLabel }: FilterProps) {
  const { query, change } = useListAddress()
  const first = options[0]!.value
  const given = query.get(name)
  const known = options.some((option) => option.value === given)
  return (
    <Select
      label={label}
      hideLabel={!showLabel}
      className={showLabel ? undefined : 'min-w-32 grow basis-36 sm:max-w-[12rem]'}
      value={known ? given! : first}
      error={given === null || known ? undefined : 'The URL contains an unknown value'}
      options={options}
      onChange={({ target }) => change({ [name]: target.value === first ? null : target.value })}
    />
  )
}
