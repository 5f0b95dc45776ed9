import * as z from 'zod'
import { findFiat } from '../fiat.ts'
import { invalidRequest, type StripeFailure } from './errors.ts'
import { type Params, parseForm } from './form.ts'

const integer = z
  .string()
  .regex(/^-?\d+$/, 'integer')
  .transform(Number)
const cents = z
  .string()
  .regex(/^\d{1,8}$/, 'integer')
  .transform(Number)
const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')
const text = z.string().max(5000)

/** Up to 50 keys. A key with only digits arrives as an array index. */
export const metadata = z
  .union([z.record(z.string().max(40), z.string().max(500)), z.array(z.string().max(500))])
  .transform((value) => ({ ...value }) as Record<string, string>)
  .refine((value) => Object.keys(value).length <= 50)

export const stripeCurrency = z
  .string()
  .toLowerCase()
  .refine((code) => findFiat(code) !== undefined, 'Invalid currency')

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: stripeCurrency,
    unit_amount: cents,
    product_data: z.strictObject({
      name: text.min(1),
      description: text.optional(),
      images: z.array(text).max(8).optional(),
      metadata: metadata.optional(),
      tax_code: text.optional(),
      unit_label: text.optional(),
    }),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  quantity: integer.default(1),
  metadata: metadata.optional(),
})

/**
 * The parameters for a new session. Settings that only change the look of the form are accepted.
 */
export const sessionCreate = z.strictObject({
  ui_mode: z.enum(['elements', 'embedded_page', 'form', 'hosted_page']).default('hosted_page'),
  mode: z.enum(['payment', 'setup', 'subscription']),
  line_items: z.array(lineItem).min(1).max(100),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: z.email().max(800).optional(),
  currency: z.string().length(3).toLowerCase().optional(),
  expires_at: integer.optional(),
  return_url: z.url().optional(),
  success_url: text.optional(),
  cancel_url: text.optional(),
  metadata: metadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      receipt_email: z.email().optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      statement_descriptor: text.optional(),
      statement_descriptor_suffix: text.optional(),
    })
    .optional(),
  locale: text.optional(),
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  allow_promotion_codes: boolean.optional(),
  allowed_payment_method_types: z.array(text).optional(),
  excluded_payment_method_types: z.array(text).optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  invoice_creation: z.unknown().optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_options: z.unknown().optional(),
  phone_number_collection: z.strictObject({ enabled: boolean }).optional(),
  saved_payment_method_options: z.unknown().optional(),
  tax_id_collection: z.unknown().optional(),
})
export type SessionCreate = z.infer<typeof sessionCreate>

/** Validates parameters as Stripe does and fails with its error messages. */
export function readParams<T extends z.ZodType>(schema: T, params: Params | string): z.output<T> {
  const input = typeof params === 'string' ? parseForm(params) : params
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw Object.assign(toStripe(result.error.issues[0]!, input), { isInvalidParameter: true })
}

function toStripe(issue: z.core.$ZodIssue, input: Params): StripeFailure {
  const nested = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path
  const param = nested
    .map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`))
    .join('')
  if (issue.code === 'unrecognized_keys')
    return invalidRequest(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  const value = nested.reduce<unknown>((node, key) => (node as never)?.[key], input)
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (value === '')
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    return invalidRequest(
      `Invalid ${param}: must be one of ${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`,
      { param },
    )
  }
  if (issue.message === 'integer')
    return invalidRequest(`Invalid integer: ${String(value)}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}
