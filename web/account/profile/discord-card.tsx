import { CircleCheck } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { type DiscordLink, discord } from '#contract/access/discord.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { UnlinkDiscord } from './unlink-discord.tsx'

type DiscordCardProps = {
  /** Undefined if it could not be loaded. */
  link: DiscordLink | null | undefined
  /** The shop allows new links. */
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
  const link = useAction(discord.authorize, {
    failed: 'Failed to link Discord account. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: ({ url }) => window.location.assign(url),
  })
  return (
    <Button loading={link.pending} onClick={() => link.run()}>
      Link Discord
    </Button>
  )
}
