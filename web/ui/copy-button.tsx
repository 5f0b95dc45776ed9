import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { toast } from './toast.ts'

type CopyButtonProps = {
  text: string
  /** The label: 'Copy address'. */
  label: string
  /** The toasts: 'Address copied to clipboard', 'Failed to copy address'. */
  copied: string
  failed: string
  size?: 'small' | 'medium'
}

export function CopyButton({ text, label, copied, failed, size }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, 2000, false)
    return () => clearTimeout(timer)
  }, [done])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      toast.success(copied)
    } catch {
      toast.error(failed)
    }
  }
  return (
    <IconButton
      label={label}
      size={size}
      icon={done ? <Check size={18} className="text-success" /> : <Copy size={18} />}
      onClick={copy}
    />
  )
}
