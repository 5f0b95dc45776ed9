import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useDisabled } from './disabled.ts'
import { FieldFrame, type FieldProps, useControl } from './field.tsx'

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /**
     * Inside the field, before the text: an icon or a short text, such as a currency symbol, which
     * gets enough space.
     */
    icon?: ReactNode
    /** Inside the field, at its end: a button or a unit. */
    end?: ReactNode
  }

/** Letters are wider than digits, and `ch` is the width of a digit. */
const roomFor = (sign: string) => `calc(1.6rem + ${sign.trim().length} * 1.25ch)`

/** A single-line text field. Accepts what `register` of react-hook-form returns. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, icon, end, className, ...input } = props
  const control = useControl(props, input.id)
  const { inert, attributes } = useDisabled(input)
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-faint">
            {icon}
          </span>
        )}
        <input
          dir="auto"
          {...input}
          {...control}
          {...attributes}
          readOnly={inert || input.readOnly}
          className={clsx('control', icon && 'pl-11', end && 'pr-12')}
          {...(typeof icon === 'string' && { style: { paddingLeft: roomFor(icon) } })}
        />
        {end && <span className="absolute inset-y-0 right-1 grid place-items-center">{end}</span>}
      </div>
    </FieldFrame>
  )
}

export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, hideLabel, hint, error, className, ...input } = props
  const control = useControl(props, input.id)
  const { inert, attributes } = useDisabled(input)
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <textarea
        dir="auto"
        rows={4}
        {...input}
        {...control}
        {...attributes}
        readOnly={inert || input.readOnly}
        className="control resize-y leading-relaxed"
      />
    </FieldFrame>
  )
}
