import type { Finding } from '#contract/platform/services.ts'
import { DiscordRefused } from '#server/adapters/discord/discord.ts'
import type { Announcements } from '#server/adapters/discord/webhook.ts'
import { bad, good, wordsOf } from './finding.ts'

/** Checks that the webhook exists. Only reads it, because members would see a test message. */
export async function testAnnouncements(
  announcements: Pick<Announcements, 'inspect'>,
): Promise<Finding[]> {
  try {
    const { name } = await announcements.inspect()
    return [
      good(`Discord accepts the webhook “${name}”. New releases are announced in its channel.`),
    ]
  } catch (error) {
    const words = wordsOf(error)
    return [
      error instanceof DiscordRefused
        ? bad(
            `Discord does not know this webhook: “${words}”. Copy its URL again under Edit Channel → Integrations → Webhooks.`,
          )
        : bad(`Discord returned an unexpected response: ${words}`),
    ]
  }
}
