import type { Finding } from '#contract/platform/services.ts'
import { type Discord, DiscordRefused, discordCodes } from '#server/adapters/discord/discord.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import { bad, good, note, wordsOf } from './finding.ts'

/** Application, bot and server must belong together, and the bot must be able to assign roles. */
export async function testDiscord(
  discord: Pick<Discord, 'inspect'>,
  keys: Pick<KeysOf<'discord'>, 'DISCORD_CLIENT_ID'> | null,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): Promise<Finding[]> {
  try {
    const { applicationId, redirects, server, mayManageRoles } = await discord.inspect()
    if (keys && applicationId !== keys.DISCORD_CLIENT_ID) {
      return [
        bad('The bot token and the client ID belong to different applications. Copy both again.'),
      ]
    }
    const back = `${siteUrl}/discord`
    return [
      good(`The bot is in the server “${server}”.`),
      mayManageRoles
        ? good('The bot can give roles that are below its own.')
        : bad(
            'The bot cannot give roles. Give it a role with “Manage Roles” under Server Settings → Roles, above the roles that it should give.',
          ),
      redirects.includes(back)
        ? good(`The application allows the redirect to ${back}.`)
        : bad(`Add ${back} under OAuth2 → Redirects of the application.`),
      note('The bot cannot give a role that is above its own. Move the bot’s role up if needed.'),
    ]
  } catch (error) {
    return [bad(explain(error))]
  }
}

function explain(error: unknown): string {
  const words = wordsOf(error)
  if (!(error instanceof DiscordRefused)) return `Discord returned an unexpected response: ${words}`
  if (error.code === discordCodes.unknownServer || error.code === discordCodes.missingAccess) {
    return `The bot is not in that server: “${words}”. Check the server ID, and invite the bot.`
  }
  if (words === 'invalid_client') {
    return 'Discord refused the client ID or the client secret: “invalid_client”. Copy both from OAuth2 of the application.'
  }
  return `Discord refused the bot token: “${words}”. Reset it under Bot of the application and copy it.`
}
