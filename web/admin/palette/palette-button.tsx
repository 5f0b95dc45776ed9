import clsx from 'clsx'
import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { Tab } from '../frame/tabs.ts'
import { Palette } from './palette.tsx'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The command palette, and a function that opens it. Ctrl-K (Cmd-K) opens it on every page. */
export function usePalette(pages: readonly Tab[]) {
  const [open, setOpen] = useState(false)
  const enabled = pages.length > 0
  // A layout effect, so that the shortcut works as soon as the button is visible.
  useLayoutEffect(() => {
    if (!enabled) return
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
  }, [enabled])
  return {
    palette: open && <Palette pages={pages} onClose={() => setOpen(false)} />,
    openPalette: () => setOpen(true),
  }
}

type PaletteButtonProps = { onOpen: () => void; iconOnly?: boolean }

export function PaletteButton({ onOpen, iconOnly }: PaletteButtonProps) {
  return (
    <button
      type="button"
      aria-label={iconOnly ? 'Go to' : undefined}
      title={iconOnly ? 'Go to' : undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
      className={clsx(
        'flex h-10 items-center gap-2.5 rounded-md border border-edge bg-panel text-faint text-sm transition-colors duration-120 hover:border-field hover:text-ink',
        iconOnly ? 'w-10 justify-center' : 'w-full px-3',
      )}
    >
      <Search size={16} aria-hidden="true" />
      {!iconOnly && (
        <>
          Go to
          <span
            aria-hidden="true"
            className="ml-auto rounded-sm border border-edge px-1.5 py-0.5 font-sans text-xs"
          >
            {apple ? '⌘K' : 'Ctrl K'}
          </span>
        </>
      )}
    </button>
  )
}
