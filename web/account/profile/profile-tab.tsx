import { UserRound } from 'lucide-react'
import { type DiscordLink, discord } from '#contract/discord.ts'
import type { Me } from '#contract/sessions.ts'
import { api } from '../../api/client.ts'
import { isForTheShell } from '../../api/error.ts'
import { useConfig } from '../../config.ts'
import { defineTab } from '../dashboard/tab.ts'
import { ChangePassword } from './change-password.tsx'
import { DiscordCard } from './discord-card.tsx'
import { useLinkedMessage } from './linked-message.ts'

/** Undefined when it could not be found out. */
type Data = { link: DiscordLink | null | undefined }

export const profileTab = defineTab({
  id: 'profile',
  label: 'Profile',
  icon: UserRound,
  load,
  failed: 'Failed to load profile',
  Panel: Profile,
})

/** A link that cannot be read does not stand in the way of a new password. */
async function load(): Promise<Data> {
  try {
    return { link: await api(discord.get) }
  } catch (error) {
    if (isForTheShell(error)) throw error
    return { link: undefined }
  }
}

function Profile({ data, user }: { data: Data; user: Me }) {
  const offered = useConfig().discord
  useLinkedMessage(Boolean(data.link))
  return (
    <div className="grid grid-cols-1 gap-6">
      {(offered || data.link) && <DiscordCard link={data.link} offered={offered} />}
      <ChangePassword user={user} />
    </div>
  )
}
