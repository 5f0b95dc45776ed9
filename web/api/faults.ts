import { type RefObject, useEffect, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type * as z from 'zod'

/**
 * Moves the focus to the first error of a form, or of a part of it, each time `show` is called,
 * once the errors are rendered.
 */
export function useFirstFault(form: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const fault = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (fault) {
      fault.focus()
      // The message is below the field. In a long dialog, only the field may be in view by now.
      const [said = ''] = fault.getAttribute('aria-describedby')?.split(' ') ?? []
      document.getElementById(said)?.scrollIntoView({ block: 'nearest' })
    }
    // Centred, so that toasts do not cover it.
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [count, form])
  return { count, show: () => setCount((before) => before + 1) }
}

/** The first error of each field. Errors that are not about a field are left to the server. */
export function faultsOf(error: z.ZodError | undefined, typed: FieldValues): FieldErrors {
  const faults: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    if (name in typed) faults[name] ??= { type: 'invalid', message }
  }
  return faults
}
