import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type DiscordLink, discord } from '#contract/discord.ts'
import { api } from '../../api/client.ts'
import { isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Takes the link away, once the customer has confirmed it. */
export function UnlinkDiscord({ link }: { link: DiscordLink }) {
  const [open, setOpen] = useState(false)
  const [unlinking, setUnlinking] = useState(false)
  const { revalidate } = useRevalidator()
  async function unlink() {
    setUnlinking(true)
    try {
      await api(discord.remove)
      toast.success('Discord account unlinked successfully')
      setOpen(false)
      await revalidate()
    } catch (error) {
      if (!isSessionOver(error)) toast.error('Failed to unlink Discord account')
    } finally {
      setUnlinking(false)
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Unlink</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Unlink Discord"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button look="danger" loading={unlinking} onClick={unlink}>
              Unlink
            </Button>
          </>
        }
      >
        <p className="text-soft">
          <strong className="text-ink [overflow-wrap:anywhere]">{link.username}</strong> will lose
          the roles that your subscriptions give in our server. You can link an account again at any
          time.
        </p>
      </Dialog>
    </>
  )
}
