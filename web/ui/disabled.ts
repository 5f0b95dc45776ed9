import { type FocusEvent, type FocusEventHandler, type SyntheticEvent, useState } from 'react'

type Disablable<E extends HTMLElement> = {
  disabled?: boolean | undefined
  onFocus?: FocusEventHandler<E> | undefined
  onBlur?: FocusEventHandler<E> | undefined
}

/**
 * Disables a control without taking its focus. A browser moves the focus of a disabled control to
 * the top of the page, so the attribute `disabled` waits until the focus leaves. Until then, the
 * control is `inert`, and the caller has to make it ignore the user.
 */
export function useDisabled<E extends HTMLElement>(props: Disablable<E>) {
  const [focused, setFocused] = useState(false)
  const inert = Boolean(props.disabled) && focused
  const attributes = {
    disabled: Boolean(props.disabled) && !focused,
    'data-inert': inert || undefined,
    'aria-disabled': inert || undefined,
    onFocus(event: FocusEvent<E>) {
      setFocused(true)
      props.onFocus?.(event)
    },
    onBlur(event: FocusEvent<E>) {
      // If the window loses the focus, the control keeps its own.
      if (document.activeElement !== event.currentTarget) setFocused(false)
      props.onBlur?.(event)
    },
  }
  return { inert, attributes }
}

/** Prevents what the browser would do, for example open a list or check a box. */
export const prevent = (event: SyntheticEvent) => event.preventDefault()
