import * as z from 'zod'
import { hostedCaptchas } from './captcha-names.ts'
import { parseSender } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { serviceName, serviceRefusals } from './health.ts'
import { refusals } from './refusals.ts'
import { realShopOnly } from './setup.ts'
import { line } from './text.ts'
import { done, timestamp } from './wire.ts'

/** A key as copied from a provider's page. */
const key = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(300)
  .regex(/^[\x21-\x7e]*$/, 'A key has no spaces and no special characters')

/** The webhook address as Discord shows it. Anyone who has it can write to the channel. */
export const discordWebhookUrl = key.regex(
  /^(https:\/\/((canary|ptb)\.)?discord(app)?\.com\/api(\/v\d+)?\/webhooks\/\d{17,20}\/[\w-]{20,200})?$/,
  'It is an address such as https://discord.com/api/webhooks/…',
)

const serviceKey = z.object({
  name: z.string().meta({ example: 'STRIPE_SECRET_KEY' }),
  shown: z
    .string()
    .nullable()
    .meta({ description: 'The end of a secret, all of what is none; null when it is not set' }),
})

export const serviceSetup = z
  .object({
    name: serviceName,
    source: z
      .enum(['environment', 'here'])
      .nullable()
      .meta({ description: 'Where its keys come from; the environment goes first' }),
    keys: z.array(serviceKey),
    set_by: z.string().nullable(),
    set_at: timestamp.nullable(),
    unreadable: z
      .boolean()
      .meta({ description: 'Stored, and sealed with a key that this process does not have' }),
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
  saved: z.boolean().meta({ description: 'All was well, and the shop goes by these keys now' }),
  findings: z.array(finding).meta({ description: 'What was tested, and what came of it' }),
})

const setRefusals = {
  ...realShopOnly,
  ...refusals({
    set_by_environment: [
      409,
      'The environment sets this service up, and overrides what is given here: change {variables} there and start the shop again.',
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
  setting_up_already: [409, 'Somebody else is setting this up. Please try again in a minute.'],
})

export const services = {
  list: endpoint({
    method: 'GET',
    path: '/admin/services',
    who: 'staff',
    can: 'manage_services',
    summary: 'How each service outside is set up',
    result: z.object({
      services: z.array(serviceSetup),
      test_mode: z.boolean(),
      stripe_endpoint: z.object({
        url: z.string(),
        events: z.array(z.string()),
        version: z.string(),
        permissions: z.array(z.string()).meta({ description: 'Of a restricted API key' }),
      }),
      btcpay_webhook: z.string().meta({ description: 'Where BTCPay Server tells of invoices' }),
      discord_redirect: z.string().meta({ description: 'What the application must allow' }),
      mail_code_by: z.string().nullable().meta({
        description: 'The mail server that was handed a code which can be entered still',
      }),
    }),
  }),
  setNowpayments: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/nowpayments',
    summary: 'Take crypto payments with these keys',
    description: 'Tries them first, and keeps them only when they work.',
    body: z.strictObject({ api_key: key, ipn_secret: key }),
    result: tried,
    refusals: setRefusals,
  }),
  setBtcpay: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/btcpay',
    summary: 'Take crypto payments by this BTCPay Server',
    description:
      'Tries the key first: a signed event must arrive, of an invoice of nothing. Without a webhook secret the webhook is made at the server.',
    body: z.strictObject({
      url: z
        .string()
        .trim()
        .min(1, 'Enter the address of the server')
        .max(300)
        .transform((url) => url.replace(/\/+$/, ''))
        .refine(
          (url) =>
            url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url) && !/[?#@]/.test(url)),
          'Enter the whole address, such as https://btcpay.example.com',
        ),
      store_id: key.regex(/^[A-Za-z0-9]*$/, 'It has letters and digits only'),
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
    summary: 'Take cards with these keys',
    description:
      'Tries them first: the keys must belong together, and a signed event must arrive. Without a webhook secret the endpoint is made at Stripe.',
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
    summary: 'Send mail by this server',
    description:
      'Sends a code to the administrator’s own address by it. Whoever enters the code has the shop use the server.',
    body: z.strictObject({
      host: z
        .string()
        .trim()
        .min(1, 'Enter the address of the server')
        .max(253)
        .regex(/^([a-z0-9.-]*|\[[0-9a-f:.]+\])$/i, 'Enter the name alone, as in mail.example.com')
        // Four numbers, or text in square brackets, look like an IP address but are not always a
        // valid one.
        .refine(
          (host) => host === '' || URL.canParse(`http://${host}`),
          'This is neither a name nor an address',
        ),
      port: z
        .int('Enter a number, mostly 465 or 587')
        .min(1, 'Enter a number, mostly 465 or 587')
        .max(65_535, 'Enter a number, mostly 465 or 587'),
      username: z.string().trim().max(200),
      password: z.string().max(300),
      from: line(200, 'Enter whom mails come from').refine(
        (text) => text === '' || parseSender(text) !== null,
        'Enter an address, or a name and the address: Shop <shop@example.com>',
      ),
    }),
    result: tried.extend({
      sent_to: z.string().nullable().meta({ description: 'Where the code went' }),
    }),
    refusals: setRefusals,
  }),
  confirmMail: endpoint({
    ...shared,
    method: 'POST',
    path: '/admin/services/mail/code',
    summary: 'Enter the code that the mail server delivered',
    body: z.strictObject({
      code: z
        .string()
        .overwrite((code) => code.replace(/\s/g, ''))
        .regex(/^\d{6}$/, 'Enter the six digits'),
    }),
    result: done,
    refusals: {
      ...setRefusals,
      ...refusals({
        wrong_code: [422, 'This is not the code that was sent last'],
        confirmed_already: [
          409,
          'The mail server is confirmed already, and the shop sends mail by it.',
        ],
        no_code: [409, 'No code is waited for any longer: have another one sent'],
      }),
    },
  }),
  setDiscord: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/discord',
    summary: 'Link accounts of this Discord server',
    description: 'Tries the application, the bot and what it may do in the server first.',
    body: z.strictObject({
      client_id: key.regex(/^(\d{17,20})?$/, 'It is a number of 17 to 20 digits'),
      client_secret: key,
      bot_token: key,
      guild_id: key.regex(/^(\d{17,20})?$/, 'It is a number of 17 to 20 digits'),
    }),
    result: tried,
    refusals: setRefusals,
  }),
  setCaptcha: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/captcha',
    summary: 'Ask this provider who is a person',
    description:
      'Takes a challenge that was solved in the browser of who asks, with the site key, and has the provider confirm it with the secret key first.',
    body: z.strictObject({
      provider: z.enum(hostedCaptchas),
      site_key: key,
      secret_key: key,
      token: z.string().min(1).max(8192).meta({ description: 'What the widget answered' }),
    }),
    result: tried,
    refusals: setRefusals,
  }),
  setAnnouncements: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/announcements',
    summary: 'Tell of releases in this channel of Discord’s',
    description: 'Asks Discord for the webhook first; nothing is posted.',
    body: z.strictObject({ webhook_url: discordWebhookUrl }),
    result: tried,
    refusals: setRefusals,
  }),
  test: endpoint({
    ...shared,
    method: 'POST',
    path: '/admin/services/{name}/test',
    summary: 'Try the keys that hold',
    description: 'With real calls, and in the provider’s words where something is wrong.',
    params: z.object({ name: serviceName }),
    result: z.object({ findings: z.array(finding) }),
    refusals: serviceRefusals,
  }),
  remove: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/admin/services/{name}',
    summary: 'Forget the keys that were given here',
    description: 'The service is not offered any longer, unless the environment sets it up.',
    params: z.object({ name: serviceName }),
    result: done,
    refusals: refusals({ no_keys: [404, 'No keys of this service were given here'] }),
  }),
}
