import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** Shows the label to screen readers only, if the context makes it clear. */
  hideLabel?: boolean
  /** Stays below the field, under the error if there is one. */
  hint?: ReactNode
  error?: string | undefined
}

/** The attributes that connect a control with its label, hint and error. */
export function useControl({ hint, error }: Pick<FieldProps, 'hint' | 'error'>, id?: string) {
  const ownId = useId()
  const control = id ?? ownId
  const described = [error && `${control}-error`, hint && `${control}-hint`].filter(Boolean)
  return {
    id: control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.join(' ') || undefined,
  }
}

type FrameProps = FieldProps & { id: string; className?: string | undefined; children: ReactNode }

/** The label above, then the control, the error and the hint. */
export function FieldFrame({ id, label, hideLabel, hint, error, className, children }: FrameProps) {
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'label'}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export function FieldNotes({
  id,
  hint,
  error,
}: Pick<FieldProps, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {error && (
        <p
          id={`${id}-error`}
          className="animate-appear whitespace-pre-line text-danger text-sm [overflow-wrap:anywhere]"
        >
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-faint text-sm [overflow-wrap:anywhere]">
          {hint}
        </div>
      )}
    </>
  )
}
