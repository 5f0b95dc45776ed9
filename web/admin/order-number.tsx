import { CopyButton } from '../ui/copy-button.tsx'

/**
 * An order number, in full or shortened as customers see it. Copying always copies the full number.
 */
export function OrderNumber({ id, short }: { id: string; short?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-faint text-xs [overflow-wrap:anywhere]">
        {short ? `#${id.slice(0, 8)}` : id}
      </span>
      <CopyButton
        text={id}
        size="small"
        label="Copy order number"
        copied="Order number copied to clipboard"
        failed="Failed to copy to clipboard"
      />
    </span>
  )
}
