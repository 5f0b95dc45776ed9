import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { tabs } from '../tabs.ts'
import { Palette } from './palette.tsx'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette. Ctrl-K (Cmd-K) opens it anywhere in the back-office. */
export function PaletteButton({ pages }: { pages: readonly (typeof tabs)[number][] }) {
  const [open, setOpen] = useState(false)
  // A layout effect, so that the shortcut works as soon as the button is visible.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const command = apple ? event.metaKey : event.ctrlKey
      if (!command || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Another dialog is open, and text typed there must not be lost.
      if (document.querySelector('dialog[open]:not([aria-label="Go to"])')) return
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="flex h-11 w-full items-center gap-2.5 rounded-md border border-edge bg-well px-3.5 text-faint text-sm transition-colors duration-120 hover:border-field hover:text-ink"
      >
        <Search size={17} aria-hidden="true" />
        Go to
        <span
          aria-hidden="true"
          className="ml-auto hidden rounded-sm border border-edge px-1.5 py-0.5 font-sans text-xs lg:block"
        >
          {apple ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {open && <Palette pages={pages} onClose={() => setOpen(false)} />}
    </>
  )
}
