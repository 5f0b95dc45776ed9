import { toast } from '../../ui/toast.ts'

/** Hands the link to the device's own sharing, or to the clipboard where there is none. */
export async function shareLink(url: string, shopName: string) {
  if (!navigator.share) return copy(url)
  try {
    await navigator.share({ title: shopName, text: `Join me at ${shopName}`, url })
  } catch (error) {
    // Closing the device's dialog is no failure.
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
