import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type DiscordLink, discord } from '#contract/discord.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UnlinkDiscord } from './unlink-discord.tsx'

type DiscordCardProps = {
  /** Undefined when it could not be found out. */
  link: DiscordLink | null | undefined
  /** New links can be made. */
  offered: boolean
}

export function DiscordCard({ link, offered }: DiscordCardProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <Card>
      <CardHeader
        title="Discord"
        detail="Link your account to get the roles of your subscriptions in our server."
      />
      {link === undefined && (
        <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
          Your Discord link could not be loaded.
        </ErrorBox>
      )}
      {link && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p className="flex min-w-0 items-center gap-3">
            <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-success" />
            <span className="min-w-0 text-soft">
              Linked as{' '}
              <strong className="text-ink [overflow-wrap:anywhere]">{link.username}</strong>
            </span>
          </p>
          <UnlinkDiscord link={link} />
        </div>
      )}
      {link === null && offered && <LinkDiscord />}
    </Card>
  )
}

function LinkDiscord() {
  const [asking, setAsking] = useState(false)
  async function leave() {
    setAsking(true)
    try {
      const { url } = await api(discord.authorize)
      window.location.assign(url)
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error(messageOf(error, 'Failed to link Discord account. Please try again.'))
    } finally {
      // Whoever comes back from Discord by the back button finds the page as it was left.
      setAsking(false)
    }
  }
  return (
    <Button loading={asking} onClick={leave}>
      Link Discord
    </Button>
  )
}
