import { type ReactNode, useId, useRef } from 'react'

type MenuProps = {
  /** The class and content of the button that opens the menu. */
  button: ReactNode
  buttonClassName: string
  /** The accessible name of the button, if its content has none. */
  label?: string
  children: ReactNode
}

/**
 * A button that opens links and actions below it. The browser's popover closes it on Escape or a
 * click elsewhere, and a click on an entry also closes it.
 */
export function Menu({ button, buttonClassName, label, children }: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={buttonClassName}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: entries inside take the key presses */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on an entry clicks it */}
      <div
        id={id}
        popover="auto"
        className="menu"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'open') placeBelow(currentTarget, opener.current!)
        }}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}

/** Where the menu opens in browsers without anchor positioning: away from the nearest edges. */
function placeBelow(menu: HTMLElement, button: HTMLElement) {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const [above, below] = top > height / 2 ? ['auto', height - top] : [bottom, 'auto']
  const [before, after] = left < width / 2 ? ['auto', left] : [width - right, 'auto']
  const sides = [above, before, below, after]
  menu.style.setProperty(
    '--menu-inset',
    sides.map((side) => (side === 'auto' ? side : `${side}px`)).join(' '),
  )
}

/** The class of an entry: a link or a button with an icon before its text. */
export const menuEntryClass =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-left text-[0.9375rem] text-soft transition-colors duration-120 hover:bg-lifted hover:text-ink'
