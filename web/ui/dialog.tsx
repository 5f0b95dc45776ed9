import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { ErrorBox } from './notice.tsx'

type DialogProps = {
  open: boolean
  /** Escape, the close button, a press beside it. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the lower right, the deciding one last. */
  actions?: ReactNode
  /** Why the last try did not work: it stays in view, beside the buttons. */
  problem?: ReactNode
  /** `drawer` slides in from the right, for navigation. */
  look?: 'dialog' | 'drawer'
  className?: string
}

const firstField = ':is(input:not([type="file"], [hidden]), select, textarea)'

/** The longest that a double click takes, in milliseconds, as systems have it. */
const doubleClick = 500

/**
 * The browser would begin with the button that closes it. A field that comes with what is loaded gets
 * the focus too, unless it has moved on by then. Returns what gives up waiting for one.
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

/** The browser's modal dialog: it keeps the focus inside and gives it back afterwards. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, actions, problem, look = 'dialog', className } = props
  const ref = useRef<HTMLDialogElement>(null)
  const opened = useRef(0)
  const titleId = useId()
  // Taken off the page while it is open, the browser's dialog gives the focus back to nobody.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside it has Escape as its key
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={clsx('dialog', look === 'drawer' && 'drawer', className)}
      // React also passes on the events of a dialog within this one. The browser sends `close` some time
      // after closing, when the dialog may be open again.
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      // Whoever opened it decides whether Escape closes it. A file dialog's own cancel comes by here.
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // The second press of the double click that opened it falls beside it, and so does that on a
        // button which the first has moved away, as what it says of the last try goes.
        const isSecond = event.detail > 1 || event.timeStamp - opened.current < doubleClick
        if (event.target === ref.current && !isSecond) onClose()
      }}
    >
      {/* Its head and its buttons stay in view however long it is. */}
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
        {/* What is hidden in there scrolls with it, and not the dialog. */}
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
