import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldProps, useControl } from './field.tsx'

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /** Inside the field, before the text; a short text, such as the sign of a currency, has its room. */
    icon?: ReactNode
    /** Inside the field, at its end: a button or a unit. */
    end?: ReactNode
  }

/** Letters are wider than digits, by which `ch` goes. */
const roomFor = (sign: string) => `calc(1.6rem + ${sign.trim().length} * 1.25ch)`

/** A line of text. Takes what `register` of react-hook-form gives. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, icon, end, className, ...input } = props
  const control = useControl(props, input.id)
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-faint">
            {icon}
          </span>
        )}
        <input
          {...input}
          {...control}
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
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, className }} id={control.id}>
      <textarea rows={4} {...input} {...control} className="control resize-y leading-relaxed" />
    </FieldFrame>
  )
}
