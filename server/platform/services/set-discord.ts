import type { Staff } from '#server/platform/logs/staff.ts'
import { discordBy } from './adapters.ts'
import { testDiscord } from './findings/discord.ts'
import { keepGood, type Means, requireSettable } from './set.ts'

type Given = { client_id: string; client_secret: string; bot_token: string; guild_id: string }

export async function setDiscord(means: Means, staff: Staff, given: Given) {
  requireSettable(means, 'discord')
  const keys = {
    DISCORD_CLIENT_ID: given.client_id,
    DISCORD_CLIENT_SECRET: given.client_secret,
    DISCORD_BOT_TOKEN: given.bot_token,
    DISCORD_GUILD_ID: given.guild_id,
  }
  const findings = await testDiscord(discordBy(keys, means.config), keys, means.config)
  return keepGood(means, staff, 'discord', keys, findings)
}
