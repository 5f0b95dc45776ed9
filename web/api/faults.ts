import { type RefObject, useEffect, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type * as z from 'zod'

/** Leads to the first fault of a form or of a part of one, each time that `show` is called, once the fault is there. */
export function useFirstFault(form: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const fault = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (fault) {
      fault.focus()
      // What is wrong stands below the field, which may be all that is in view of a long dialog by then.
      const [said = ''] = fault.getAttribute('aria-describedby')?.split(' ') ?? []
      document.getElementById(said)?.scrollIntoView({ block: 'nearest' })
    }
    // In the middle it is clear of the toasts.
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [count, form])
  return { count, show: () => setCount((before) => before + 1) }
}

/** The first fault of each field. What is wrong elsewhere is for the server to tell. */
export function faultsOf(error: z.ZodError | undefined, typed: FieldValues): FieldErrors {
  const faults: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    if (name in typed) faults[name] ??= { type: 'invalid', message }
  }
  return faults
}
