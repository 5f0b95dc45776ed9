import { UserRound } from 'lucide-react'
import { type DiscordLink, discord } from '#contract/access/discord.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { type Me, type OwnSession, sessions } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { lenient } from '../../api/lenient.ts'
import { useConfig } from '../../config.ts'
import { defineTab } from '../dashboard/tab.ts'
import { ChangePassword } from './change-password.tsx'
import { DiscordCard } from './discord-card.tsx'
import { useLinkedMessage } from './linked-message.ts'
import type { Factor } from './second-factor.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** A value is undefined if it could not be loaded. */
type Data = {
  link: DiscordLink | null | undefined
  factor: Factor | undefined
  listed: OwnSession[] | undefined
}

export const profileTab = defineTab({
  id: 'profile',
  label: 'Profile',
  icon: UserRound,
  load,
  failed: 'Failed to load profile',
  Panel: Profile,
})

/** A failed request must not keep the customer from changing the password. */
async function load(): Promise<Data> {
  const [link, factor, own] = await Promise.all([
    lenient(api(discord.get)),
    lenient(api(secondFactor.get)),
    lenient(api(sessions.list)),
  ])
  return { link, factor, listed: own?.sessions }
}

function Profile({ data, user }: { data: Data; user: Me }) {
  const offered = useConfig().discord
  useLinkedMessage(Boolean(data.link))
  return (
    <div className="grid grid-cols-1 gap-6">
      {(offered || data.link) && <DiscordCard link={data.link} offered={offered} />}
      <SecurityCard factor={data.factor} user={user} />
      <ChangePassword user={user} />
      <SessionsCard listed={data.listed} />
    </div>
  )
}
