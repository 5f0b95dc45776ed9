import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, useControl } from './field.tsx'

type SelectProps = FieldProps &
  ComponentProps<'select'> & { options: readonly { value: string | number; label: string }[] }

/** The browser's own select, which opens in the way of the user's device. */
export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, options, className, ...select } = props
  const control = useControl(props, select.id)
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <div className="relative">
        <select {...select} {...control} className="control select">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-faint"
        />
      </div>
    </FieldFrame>
  )
}
