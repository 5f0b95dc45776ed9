import { CopyButton } from '../ui/copy-button.tsx'

/** Shown in full, or by its first characters as customers see it; copied in full either way. */
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
