import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { prevent, useDisabled } from './disabled.ts'
import { Spinner } from './spinner.tsx'

type Appearance = {
  /** Use at most one `primary` per view. `quiet` has no background until hovered. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** Takes the full width of its container. */
  wide?: boolean
}

const looks = {
  primary:
    'border-transparent bg-signal text-on-signal shadow-[inset_0_1px_0_#ffffff80] notch-3 hover:bg-signal-high',
  secondary: 'border-edge bg-raised text-ink shadow-lit hover:border-field hover:bg-lifted',
  quiet: 'border-transparent text-soft hover:bg-lifted hover:text-ink',
  danger: 'border-transparent bg-danger text-on-status hover:bg-[#ff8a80]',
}

const sizes = {
  small: 'h-9 gap-1.5 px-3.5 text-sm',
  medium:
    'h-(--control-height,2.75rem) gap-2 px-5 text-[0.9375rem] in-[.back-office]:pointer-fine:lg:px-4 in-[.back-office]:pointer-fine:lg:text-sm',
  large: 'h-13 gap-2.5 px-7 text-base',
}

/** The class of a button, for other elements. */
export function buttonClass({ look = 'secondary', size = 'medium', wide }: Appearance = {}) {
  return clsx(
    'print-hidden relative inline-flex select-none items-center justify-center whitespace-nowrap rounded-md',
    'border font-[650] [font-stretch:106%]',
    'transition-[background-color,border-color,color,translate] duration-120 active:translate-y-px',
    'max-[20rem]:h-auto max-[20rem]:min-h-11 max-[20rem]:py-2',
    'disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-60 data-inert:pointer-events-none data-inert:opacity-45',
    looks[look],
    sizes[size],
    wide && 'w-full',
  )
}

type ButtonProps = Appearance &
  ComponentProps<'button'> & {
    /** Shows a spinner in place of the label and ignores clicks. Keeps its width and focus. */
    loading?: boolean
  }

/** The attributes that disable a button without taking its focus. */
function useDisabledButton(props: ComponentProps<'button'>) {
  const { inert, attributes } = useDisabled(props)
  return {
    ...attributes,
    onClick(event: MouseEvent<HTMLButtonElement>) {
      // Enter and Space still click the focused button. Preventing the click also prevents the
      // submit.
      if (inert) prevent(event)
      else props.onClick?.(event)
    },
  }
}

export function Button({ look, size, wide, loading, children, ...props }: ButtonProps) {
  const given = useDisabledButton(props)
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else given.onClick(event)
  }
  return (
    <button
      type="button"
      {...props}
      {...given}
      onClick={press}
      aria-disabled={loading || given['aria-disabled']}
      aria-busy={loading || undefined}
      className={clsx(buttonClass({ look, size, wide }), props.className)}
    >
      {loading && <Spinner className="absolute inset-0 m-auto" />}
      <span className={clsx('inline-flex items-center gap-[inherit]', loading && 'opacity-0')}>
        {children}
      </span>
    </button>
  )
}

type LinkButtonProps = Appearance & LinkProps & { children: ReactNode }

export function LinkButton({ look, size, wide, className, ...props }: LinkButtonProps) {
  return <Link {...props} className={clsx(buttonClass({ look, size, wide }), className)} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name of the button, and its tooltip. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
}

export function IconButton({ label, icon, size = 'medium', ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      {...useDisabledButton(props)}
      aria-label={label}
      className={clsx(iconButtonClass(size), props.className)}
    >
      {icon}
    </button>
  )
}

/** The class of an icon button, for links. */
export function iconButtonClass(size: 'small' | 'medium' = 'medium') {
  return clsx(
    'print-hidden relative inline-grid shrink-0 place-items-center rounded-md text-soft transition-colors duration-120',
    'hover:bg-lifted hover:text-ink disabled:pointer-events-none disabled:opacity-45 data-inert:pointer-events-none data-inert:opacity-45',
    size === 'small' ? 'size-9' : 'size-11',
  )
}
