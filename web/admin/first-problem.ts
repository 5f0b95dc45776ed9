import { useEffect, useRef } from 'react'

/** The ref of a form: after each refusal the first field that it marks has the focus. */
export function useFirstProblem(problems: object) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return form
}
