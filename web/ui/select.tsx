import { ChevronDown } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { prevent, useDisabled } from './disabled.ts'
import { FieldFrame, type FieldProps, useControl } from './field.tsx'

type SelectProps = FieldProps &
  ComponentProps<'select'> & { options: readonly { value: string | number; label: string }[] }

/** The browser's own select, which opens in the way of the user's device. */
export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, options, className, ...select } = props
  const control = useControl(props, select.id)
  const { inert, attributes } = useDisabled(select)
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <div className="relative">
        <select
          {...select}
          {...control}
          {...attributes}
          {...(inert && { onMouseDown: prevent, onKeyDown: preventChoice })}
          className="control select"
        >
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

/** The Tab key still moves the focus. */
function preventChoice(event: KeyboardEvent) {
  if (event.key !== 'Tab') prevent(event)
}
