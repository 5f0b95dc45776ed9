import * as z from 'zod'
import { parseSender } from '#contract/wire/email-address.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { done, timestamp } from '#contract/wire/wire.ts'
import { hostedCaptchas } from './captcha-names.ts'
import { serviceName, serviceRefusals } from './health.ts'

export const realShopOnly = refusals({
  test_mode: [
    409,
    'This shop is in test mode, where its passwords may be public. To set up a real shop, set SITE_URL to the address that customers will use, then continue there.',
  ],
})

/** A key as copied from a provider's page. */
const key = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(300)
  .regex(/^[\x21-\x7e]*$/, 'A key cannot contain spaces or special characters')

/** The webhook address as Discord shows it. It is a secret: it permits writing to the channel. */
export const discordWebhookUrl = key.regex(
  /^(https:\/\/((canary|ptb)\.)?discord(app)?\.com\/api(\/v\d+)?\/webhooks\/\d{17,20}\/[\w-]{20,200})?$/,
  'Enter a URL such as https://discord.com/api/webhooks/…',
)

const serviceKey = z.object({
  name: z.string().meta({ example: 'STRIPE_SECRET_KEY' }),
  shown: z.string().nullable().meta({
    description:
      'The last characters of a secret, or the whole value if it is not secret; null if it is not set',
  }),
})

export const serviceSetup = z
  .object({
    name: serviceName,
    source: z
      .enum(['environment', 'here'])
      .nullable()
      .meta({ description: 'Source of the keys; the environment takes precedence' }),
    keys: z.array(serviceKey),
    set_by: z.string().nullable(),
    set_at: timestamp.nullable(),
    unreadable: z
      .boolean()
      .meta({ description: 'Stored, but encrypted with a key that this process does not have' }),
  })
  .meta({ id: 'ServiceSetup' })
export type ServiceSetup = z.input<typeof serviceSetup>

export const finding = z
  .object({
    kind: z.enum(['good', 'bad', 'note']),
    text: z.string(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.input<typeof finding>

const tried = z.object({
  saved: z.boolean().meta({ description: 'The test succeeded and the shop now uses these keys' }),
  findings: z.array(finding).meta({ description: 'What was tested, with the results' }),
})

const setRefusals = {
  ...realShopOnly,
  ...refusals({
    set_by_environment: [
      409,
      'This service is set up in the environment, which overrides keys that are saved here. Change {variables} there and restart the shop.',
    ],
  }),
}

const shared = {
  who: 'staff',
  can: 'manage_services',
  limit: { max: 20, seconds: 600, by: 'user' },
} as const

/** For setups that create something at the provider. */
const aloneRefusals = refusals({
  setting_up_already: [
    409,
    'Somebody else is setting this up right now. Please try again in a minute.',
  ],
})

export const services = {
  list: endpoint({
    method: 'GET',
    path: '/admin/services',
    who: 'staff',
    can: 'manage_services',
    summary: 'List the external services and their setup',
    result: z.object({
      services: z.array(serviceSetup),
      test_mode: z.boolean(),
      stripe_endpoint: z.object({
        url: z.string(),
        events: z.array(z.string()),
        version: z.string(),
        permissions: z
          .array(z.string())
          .meta({ description: 'Permissions for a restricted API key' }),
      }),
      btcpay_webhook: z.string().meta({ description: 'URL for BTCPay Server’s invoice webhooks' }),
      discord_redirect: z
        .string()
        .meta({ description: 'Redirect URL to add to the Discord application' }),
      mail_code_by: z.string().nullable().meta({
        description: 'The mail server that received a confirmation code which is still valid',
      }),
    }),
  }),
  setNowpayments: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/nowpayments',
    summary: 'Set up NOWPayments',
    description: 'Tests the keys first and saves them only if they work.',
    body: z.strictObject({ api_key: key, ipn_secret: key }),
    result: tried,
    refusals: setRefusals,
  }),
  setBtcpay: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/btcpay',
    summary: 'Set up BTCPay Server',
    description:
      'Tests the key first: a signed webhook for a test invoice must arrive. Without a webhook secret, the webhook is created on the server.',
    body: z.strictObject({
      url: z
        .string()
        .trim()
        .min(1, 'Enter the server’s URL')
        .max(300)
        .transform((url) => url.replace(/\/+$/, ''))
        .refine(
          (url) =>
            url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url) && !/[?#@]/.test(url)),
          'Enter the full URL, such as https://btcpay.example.com',
        ),
      store_id: key.regex(/^[A-Za-z0-9]*$/, 'It can only contain letters and digits'),
      api_key: key,
      webhook_secret: key.optional(),
    }),
    result: tried,
    refusals: { ...setRefusals, ...aloneRefusals },
  }),
  setStripe: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/stripe',
    summary: 'Set up Stripe',
    description:
      'Tests the keys first: they must belong to the same account, and a signed event must arrive. Without a webhook secret, the endpoint is created at Stripe.',
    body: z.strictObject({
      secret_key: key.regex(/^([sr]k_(test|live)_.*)?$/, 'A secret key begins with sk_ or rk_'),
      publishable_key: key.regex(
        /^(pk_(test|live)_.*)?$/,
        'A publishable key begins with pk_test_ or pk_live_',
      ),
      webhook_secret: key.regex(/^(whsec_.*)?$/, 'A signing secret begins with whsec_').optional(),
    }),
    result: tried,
    refusals: { ...setRefusals, ...aloneRefusals },
  }),
  setMail: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/mail',
    summary: 'Set up the mail server',
    description:
      'Sends a code to the administrator’s own address through this server. The shop uses the server once the code is entered.',
    body: z.strictObject({
      host: z
        .string()
        .trim()
        .min(1, 'Enter the server’s address')
        .max(253)
        .regex(
          /^([a-z0-9.-]*|\[[0-9a-f:.]+\])$/i,
          'Enter only the host name, such as mail.example.com',
        )
        // Four numbers, or text in square brackets, look like an IP address but are not always a
        // valid one.
        .refine(
          (host) => host === '' || URL.canParse(`http://${host}`),
          'This is not a valid host name or IP address',
        ),
      port: z
        .int('Enter a port number, usually 465 or 587')
        .min(1, 'Enter a port number, usually 465 or 587')
        .max(65_535, 'Enter a port number, usually 465 or 587'),
      username: z.string().trim().max(200),
      password: z.string().max(300),
      from: line(200, 'Enter the sender of the emails').refine(
        (text) => text === '' || parseSender(text) !== null,
        'Enter an address, or a name with an address: Shop <shop@example.com>',
      ),
    }),
    result: tried.extend({
      sent_to: z.string().nullable().meta({ description: 'Recipient of the code' }),
    }),
    refusals: setRefusals,
  }),
  confirmMail: endpoint({
    ...shared,
    method: 'POST',
    path: '/admin/services/mail/code',
    summary: 'Confirm the mail server with the emailed code',
    body: z.strictObject({
      code: z
        .string()
        .overwrite((code) => code.replace(/\s/g, ''))
        .regex(/^\d{6}$/, 'Enter the six-digit code'),
    }),
    result: done,
    refusals: {
      ...setRefusals,
      ...refusals({
        wrong_code: [422, 'This code does not match the one that was sent last'],
        confirmed_already: [409, 'The mail server is already confirmed and in use.'],
        no_code: [409, 'The code has expired. Send a new one'],
      }),
    },
  }),
  setDiscord: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/discord',
    summary: 'Set up Discord',
    description: 'Tests the application, the bot and the bot’s permissions in the server first.',
    body: z.strictObject({
      client_id: key.regex(/^(\d{17,20})?$/, 'The ID is a number with 17 to 20 digits'),
      client_secret: key,
      bot_token: key,
      guild_id: key.regex(/^(\d{17,20})?$/, 'The ID is a number with 17 to 20 digits'),
    }),
    result: tried,
    refusals: setRefusals,
  }),
  setCaptcha: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/captcha',
    summary: 'Set up a captcha provider',
    description:
      'Requires a challenge that was solved in the administrator’s browser with the site key. The provider must confirm it with the secret key.',
    body: z.strictObject({
      provider: z.enum(hostedCaptchas),
      site_key: key,
      secret_key: key,
      token: z.string().min(1).max(8192).meta({ description: 'Response token of the widget' }),
    }),
    result: tried,
    refusals: setRefusals,
  }),
  setAnnouncements: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/announcements',
    summary: 'Announce releases in a Discord channel',
    description: 'Checks the webhook at Discord first; nothing is posted.',
    body: z.strictObject({ webhook_url: discordWebhookUrl }),
    result: tried,
    refusals: setRefusals,
  }),
  test: endpoint({
    ...shared,
    method: 'POST',
    path: '/admin/services/{name}/test',
    summary: 'Test the keys in use',
    description: 'Makes real calls. Errors are in the provider’s own words.',
    params: z.object({ name: serviceName }),
    result: z.object({ findings: z.array(finding) }),
    refusals: serviceRefusals,
  }),
  remove: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/admin/services/{name}',
    summary: 'Remove the saved keys',
    description: 'The service is then unavailable, unless the environment sets it up.',
    params: z.object({ name: serviceName }),
    result: done,
    refusals: refusals({ no_keys: [404, 'No keys of this service are saved here'] }),
  }),
}
