import { toast } from '../../ui/toast.ts'

/** Opens the device's share dialog, or copies the link if there is none. */
export async function shareLink(url: string, shopName: string) {
  if (!navigator.share) return copy(url)
  try {
    await navigator.share({ title: shopName, text: `Join me at ${shopName}`, url })
  } catch (error) {
    // Closing the share dialog is not a failure.
    if ((error as DOMException).name !== 'AbortError') toast.error('Failed to share referral')
  }
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Referral link copied to clipboard')
  } catch {
    toast.error('Failed to copy to clipboard')
  }
}
