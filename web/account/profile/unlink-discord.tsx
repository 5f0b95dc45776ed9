import { useState } from 'react'
import { type DiscordLink, discord } from '#contract/access/discord.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Removes the link after a confirmation. */
export function UnlinkDiscord({ link }: { link: DiscordLink }) {
  const [open, setOpen] = useState(false)
  const unlink = useAction(discord.remove, {
    done: 'Discord account unlinked successfully',
    failed: 'Failed to unlink Discord account',
    failureIn: 'toast',
    say: (_, failed) => failed,
    onDone: () => setOpen(false),
  })
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
            <Button look="danger" loading={unlink.pending} onClick={() => unlink.run()}>
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
