import type {
  APIRole,
  APIUser,
  ApplicationFlags,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMemberFlags,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
  MessageType,
  RESTGetAPICurrentUserResult,
  RESTGetAPIGuildMemberResult,
  RESTGetAPIGuildResult,
  RESTGetAPIWebhookWithTokenResult,
  RESTGetCurrentApplicationResult,
  RESTPostAPIWebhookWithTokenWaitResult,
  RESTPostOAuth2AccessTokenResult,
  RESTPostOAuth2ClientCredentialsResult,
  RoleFlags,
  WebhookType,
} from 'discord-api-types/v10'
import { randomText } from '../ids.ts'
import type { Account, Message } from './world.ts'

// The package is a development dependency, so only its types are used, and enum values are numbers.

/** The only webhook of the channel. */
export const webhookId = '1100000000000000004'
const channelId = '1100000000000000005'
const botRole = '1100000000000000003'
const none = 0

export const clientTokenBody = (): RESTPostOAuth2ClientCredentialsResult => ({
  token_type: 'Bearer',
  access_token: randomText(30),
  expires_in: 604_800,
  scope: 'identify',
})

export const tokenBody = (): RESTPostOAuth2AccessTokenResult => ({
  ...clientTokenBody(),
  refresh_token: randomText(30),
})

const userBody = (id: string, username: string): APIUser => ({
  ...{ id, username, discriminator: '0', global_name: null, avatar: null },
  public_flags: none as NonNullable<APIUser['public_flags']>,
})

export const botBody = (id: string): RESTGetAPICurrentUserResult => ({
  ...userBody(id, 'shop-bot'),
  bot: true,
})

/** The token's scope is `identify`, so the address is missing. */
export const accountBody = ({ id, username }: Account): RESTGetAPICurrentUserResult => ({
  ...userBody(id, username),
  ...{ mfa_enabled: false, locale: 'en-US', premium_type: none },
})

export const applicationBody = (
  id: string,
  redirectUri: string,
): RESTGetCurrentApplicationResult => ({
  ...{ id, name: 'Shop', icon: null, description: '', summary: '' },
  ...{ bot_public: false, bot_require_code_grant: false, bot: botBody(id) },
  ...{ verify_key: randomText(64, '0123456789abcdef'), team: null, redirect_uris: [redirectUri] },
  ...{ flags: none as ApplicationFlags, flags_new: '0' },
})

const roleBody = (id: string, name: string, position: number, permissions: string): APIRole => ({
  ...{ id, name, position, permissions, color: 0, hoist: false, mentionable: false },
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  managed: position > 0,
  flags: none as RoleFlags,
})

/** `botPermissions` is a bit field of the bot's own role. */
export const guildBody = (
  id: string,
  ownerId: string,
  botPermissions: bigint,
): RESTGetAPIGuildResult => ({
  ...{ id, name: 'Community', icon: null, splash: null, discovery_splash: null },
  ...{ owner_id: ownerId, afk_channel_id: null, afk_timeout: 300 },
  verification_level: none as GuildVerificationLevel,
  default_message_notifications: none as GuildDefaultMessageNotifications,
  explicit_content_filter: none as GuildExplicitContentFilter,
  roles: [
    roleBody(id, '@everyone', 0, '1071698660929'),
    roleBody(botRole, 'shop-bot', 1, String(botPermissions)),
  ],
  ...{ emojis: [], features: [], stickers: [] },
  mfa_level: none as GuildMFALevel,
  ...{ application_id: null, system_channel_id: null, rules_channel_id: null },
  system_channel_flags: none as GuildSystemChannelFlags,
  ...{ vanity_url_code: null, description: null, banner: null },
  premium_tier: none as GuildPremiumTier,
  preferred_locale: 'en-US' as Locale,
  public_updates_channel_id: null,
  nsfw_level: none as GuildNSFWLevel,
  ...{ premium_progress_bar_enabled: false, hub_type: null },
  ...{ safety_alerts_channel_id: null, incidents_data: null },
})

const memberOf = (user: APIUser, roles: string[]): RESTGetAPIGuildMemberResult => ({
  ...{ user, roles, nick: null, avatar: null, banner: null, premium_since: null },
  ...{ joined_at: '2026-01-01T00:00:00.000000+00:00', deaf: false, mute: false, pending: false },
  communication_disabled_until: null,
  flags: none as GuildMemberFlags,
})

export const botMemberBody = (id: string) => memberOf(botBody(id), [botRole])

export const memberBody = ({ id, username, roles }: Account) =>
  memberOf(userBody(id, username), roles)

export const webhookBody = (guildId: string, token: string): RESTGetAPIWebhookWithTokenResult => ({
  ...{ id: webhookId, type: 1 as WebhookType, name: 'Releases', avatar: null, token },
  ...{ guild_id: guildId, channel_id: channelId, application_id: null },
})

export const messageBody = ({
  id,
  at,
  embeds,
}: Message): RESTPostAPIWebhookWithTokenWaitResult => ({
  ...{ id, timestamp: at, edited_timestamp: null, channel_id: channelId, webhook_id: webhookId },
  author: { ...userBody(webhookId, 'Releases'), bot: true, discriminator: '0000' },
  ...{ content: '', tts: false, pinned: false, type: none as MessageType },
  ...{ mention_everyone: false, mention_roles: [], mentions: [], attachments: [] },
  embeds: embeds.map(({ title, description, url, footer }) => ({
    ...{ title, description, url },
    ...(footer && { footer }),
  })),
})
