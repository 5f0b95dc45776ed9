import clsx from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast.ts'

const lifetime = 3000
const none: readonly Toast[] = []

/** Shows the toasts. Mounted once for the whole site. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  const [held, setHeld] = useState(false)
  const ref = useRef<HTMLElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  // Reopen the popover for each toast, so that it is above any dialog opened since.
  useEffect(() => {
    const region = ref.current
    if (!region || toasts.length === 0) return
    if (!region.matches(':hover, :focus-within')) region.hidePopover()
    region.showPopover()
  }, [toasts])
  function enter({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    setHeld(true)
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  /** Restore the focus. Without a blur event, the other toasts would stay paused forever. */
  function dismiss(id: number) {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    dismissToast(id)
    setHeld(ref.current?.matches(':hover') ?? false)
  }
  return (
    <section
      ref={ref}
      popover="manual"
      className="toasts"
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={enter}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onDismiss={() => dismiss(toast.id)} />
      ))}
    </section>
  )
}

type ToastCardProps = { toast: Toast; held: boolean; onDismiss: () => void }

function ToastCard({ toast, held, onDismiss }: ToastCardProps) {
  const left = useRef(lifetime)
  useEffect(() => {
    if (held) return
    const started = Date.now()
    const timer = setTimeout(dismissToast, left.current, toast.id)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - started))
    }
  }, [held, toast.id])
  const success = toast.tone === 'success'
  const Icon = success ? CircleCheck : CircleAlert
  return (
    <div
      role={success ? 'status' : 'alert'}
      className={clsx(
        'flex animate-rise items-start gap-3 rounded-lg border bg-raised py-1.5 pr-1.5 pl-4 shadow-float',
        success ? 'border-success/50' : 'border-danger/50',
      )}
    >
      <Icon
        size={20}
        aria-hidden="true"
        className={clsx('mt-2 shrink-0', success ? 'text-success' : 'text-danger')}
      />
      <p className="min-w-0 grow whitespace-pre-line py-1.5 text-[0.9375rem] leading-6">
        {toast.message}
      </p>
      <IconButton size="small" label="Dismiss" icon={<X size={18} />} onClick={onDismiss} />
    </div>
  )
}
