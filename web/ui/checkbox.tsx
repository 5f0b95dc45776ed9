import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { prevent, useDisabled } from './disabled.ts'
import { FieldNotes, type FieldProps, useControl } from './field.tsx'

type CheckboxProps = Omit<FieldProps, 'label' | 'hideLabel'> &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** May hold links: 'I agree to the terms'. */
    label: ReactNode
  }

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const control = useControl({ hint, error }, input.id)
  const { inert, attributes } = useDisabled(input)
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label className="flex items-start gap-3 py-1 text-[0.9375rem] text-soft leading-6">
        <input
          type="checkbox"
          {...input}
          {...control}
          {...attributes}
          {...(inert && { onClick: prevent })}
          className="checkbox mt-0.5"
        />
        <span>{label}</span>
      </label>
      {/* Below the label, not below the box. */}
      <div className="pl-8 empty:hidden">
        <FieldNotes id={control.id} hint={hint} error={error} />
      </div>
    </div>
  )
}
