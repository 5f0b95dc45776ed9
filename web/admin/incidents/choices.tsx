import { useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'

type ChoicesProps<Value extends string> = {
  legend: string
  hint?: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  error?: string | undefined
}

/** A choice of any number of a few options. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, hint, options, value, onChange, error } = props
  const id = useId()
  return (
    <fieldset
      aria-describedby={error || hint ? `${id}-notes` : undefined}
      aria-invalid={error ? true : undefined}
      className="grid gap-1.5"
    >
      <legend className="label mb-1.5">{legend}</legend>
      <div className="grid max-h-56 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={<span className="[overflow-wrap:anywhere]">{option.label}</span>}
            checked={value.includes(option.value)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...value, option.value]
                  : value.filter((each) => each !== option.value),
              )
            }
          />
        ))}
      </div>
      {(error || hint) && (
        <p id={`${id}-notes`} className={error ? 'text-danger text-sm' : 'text-faint text-sm'}>
          {error ?? hint}
        </p>
      )}
    </fieldset>
  )
}
