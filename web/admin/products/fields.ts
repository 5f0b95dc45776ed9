import type { Input } from '#contract/endpoint.ts'
import type { StaffProduct, staffProducts } from '#contract/staff-products.ts'

/** What the forms of a product hold: text as it is typed. */
export type ProductFields = {
  name: string
  description: string
  price: string
  disabled: boolean
  hidden: boolean
  discordRoleId: string
  /** Chosen to be uploaded, as a data URL. */
  image: string | null
  /** Of the add page. */
  imageUrl: string
}

export type Problems = Partial<Record<keyof ProductFields, string>>

export const noFields: ProductFields = {
  name: '',
  description: '',
  price: '',
  disabled: false,
  hidden: false,
  discordRoleId: '',
  image: null,
  imageUrl: '',
}

export function fieldsOf(product: StaffProduct): ProductFields {
  const { name, description, price, disabled, hidden, discordRoleId } = product
  return {
    ...noFields,
    ...{ name, description, disabled, hidden },
    price: price.toFixed(2),
    discordRoleId: discordRoleId ?? '',
  }
}

/** What must be put right before it is worth asking the server. */
export function problemsOf({ name, price, discordRoleId }: ProductFields): Problems {
  const problems: Problems = {}
  if (!name.trim()) problems.name = 'Enter a name'
  if (!price.trim()) problems.price = 'Enter a price'
  else if (!/^\d{1,5}(\.\d{1,2})?$/.test(price.trim()))
    problems.price = 'A price is in dollars and cents, as in 19.99'
  if (!/^(\d{17,20})?$/.test(discordRoleId.trim()))
    problems.discordRoleId = 'A role ID is the number that Discord shows, 17 to 20 digits'
  return problems
}

export function asBody(fields: ProductFields): Input<typeof staffProducts.add>['body'] {
  const { image, imageUrl, price, discordRoleId, ...same } = fields
  return {
    ...same,
    price: Number(price),
    discordRoleId: discordRoleId.trim() || null,
    ...(image ? { image } : { imageUrl: imageUrl.trim() }),
  }
}

/** Only what differs from the product, as the call wants it; null when nothing does. */
export function changesOf(product: StaffProduct, fields: ProductFields) {
  const { imageUrl, image, ...now } = asBody(fields)
  const differing = Object.entries(now).filter(
    ([name, value]) => value !== product[name as keyof typeof now],
  )
  const changes = { ...Object.fromEntries(differing), ...(fields.image && { image: fields.image }) }
  return Object.keys(changes).length > 0
    ? (changes as Input<typeof staffProducts.change>['body'])
    : null
}
