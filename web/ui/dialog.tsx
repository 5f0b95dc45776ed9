import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { ErrorBox } from './notice.tsx'

type DialogProps = {
  open: boolean
  /** Called on Escape, the close button, and a click outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the lower right, the primary one last. */
  actions?: ReactNode
  /** Why the last attempt failed. It stays in view, next to the buttons. */
  problem?: ReactNode
  /** `drawer` slides in from the right, for navigation. */
  look?: 'dialog' | 'drawer'
  className?: string
}

const firstField = ':is(input:not([type="file"], [hidden]), select, textarea)'

/** The longest double click in milliseconds, as in the defaults of operating systems. */
const doubleClick = 500

/**
 * By default the browser focuses the close button. A field that appears after loading also gets the
 * focus, unless the user has moved it by then. Returns a function that stops waiting for such a
 * field.
 */
function focusFirstField(dialog: HTMLElement) {
  const field = dialog.querySelector<HTMLElement>(firstField)
  if (field) return field.focus()
  const begun = document.activeElement
  const observer = new MutationObserver(() => {
    const late = dialog.querySelector<HTMLElement>(firstField)
    if (!late) return
    observer.disconnect()
    if (document.activeElement === begun) late.focus()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** The browser's modal dialog, which traps the focus and restores it afterwards. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, actions, problem, look = 'dialog', className } = props
  const ref = useRef<HTMLDialogElement>(null)
  const opened = useRef(0)
  const titleId = useId()
  // If an open dialog is removed from the page, the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    if (!open) return ref.current?.close()
    ref.current?.showModal()
    opened.current = performance.now()
    return ref.current ? focusFirstField(ref.current) : undefined
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for a click outside
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={clsx('dialog', look === 'drawer' && 'drawer', className)}
      // React also bubbles the events of a nested dialog. The browser sends `close` some time after
      // closing, when the dialog may be open again.
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      // The parent decides whether Escape closes the dialog. The `cancel` event of a file picker
      // also arrives here.
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // Ignore the second click of a double click. It lands outside the dialog if the first click
        // opened it, or if the first click moved a button by removing the last error.
        const isSecond = event.detail > 1 || event.timeStamp - opened.current < doubleClick
        if (event.target === ref.current && !isSecond) onClose()
      }}
    >
      {/* The header and the buttons stay in view, however long the content is. */}
      <div
        className={clsx(
          'flex flex-col',
          look === 'drawer' ? 'h-full' : 'max-h-[calc(100dvh-2rem-2px)]',
        )}
      >
        <div className="flex items-center justify-between gap-4 py-3 pr-3 pl-6">
          <h2 id={titleId} className="title text-lg">
            {title}
          </h2>
          <IconButton label="Close" icon={<X size={20} />} onClick={onClose} />
        </div>
        {/* Positioned, so that visually hidden content scrolls inside this element and not the
            dialog. */}
        <div className="relative min-h-0 grow overflow-y-auto px-6 pb-6">{children}</div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-line border-t px-6 py-4">
            {problem && <ErrorBox className="max-h-40 w-full overflow-y-auto">{problem}</ErrorBox>}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  )
}
