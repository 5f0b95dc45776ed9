import * as z from 'zod'
import { category, productDetails } from '#contract/catalogue/product-details.ts'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { differing } from '../../api/rebase.ts'
import { problemOfAmount, readAmount } from '../amounts.ts'
import {
  includedBody,
  problemOfIncluded,
  problemOfRequirements,
  requirementsBody,
  requirementsDraft,
} from './detail-drafts.ts'
import { draftsOf, type PlanDraft, plansBody, problemWith } from './plan-drafts.ts'
import { problemOfSale, type SaleDraft, saleBody, saleDraftOf } from './sale-draft.ts'

const { name, description, price, discordRoleId } = staffProducts.add.body.shape

/** The fields of the product forms, as typed. */
export const productFields = z.object({
  name,
  description: description.unwrap(),
  price: z
    .string()
    .trim()
    .min(1, 'Enter a price')
    .superRefine((typed, context) => {
      const message = typed && problemOfAmount(typed, price)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  disabled: z.boolean(),
  hidden: z.boolean(),
  discordRoleId: discordRoleId.unwrap().in.unwrap(),
  plans: z.custom<PlanDraft[] | null>().superRefine((drafts, context) => {
    const message = problemWith(drafts)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  endsIn99: z.boolean(),
  deviceLimit: z.string(),
  sessionLimit: z.string(),
  offlineHours: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Enter a whole number from 0 to 168')
    .refine((hours) => Number(hours) <= 168, 'Enter a whole number from 0 to 168'),
  loaderOffline: z.boolean(),
  featured: z.boolean(),
  category: z.string().superRefine((typed, context) => {
    const message = typed.trim() && category.safeParse(typed).error?.issues[0]?.message
    if (message) context.addIssue({ code: 'custom', message })
  }),
  popular: z.boolean(),
  included: z.string().superRefine((typed, context) => {
    const message = problemOfIncluded(typed)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  requirements: z.string().superRefine((typed, context) => {
    const message = problemOfRequirements(typed)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  screenshots: productDetails.shape.screenshots,
  sale: z.custom<SaleDraft | null>().superRefine((draft, context) => {
    const message = draft && problemOfSale(draft)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  /** The image to upload, as a data URL. */
  image: z.string().nullable(),
})
export type ProductFields = z.input<typeof productFields>

/** The fields of a new product. It has an uploaded picture or the URL of one. */
export const newProduct = productFields
  .pick({
    name: true,
    description: true,
    price: true,
    disabled: true,
    hidden: true,
    discordRoleId: true,
    image: true,
  })
  .extend({ imageUrl: z.string().trim() })
  .refine(({ image, imageUrl }) => image || imageUrl, {
    path: ['imageUrl'],
    message: 'Enter the URL of an image, or upload one',
  })
type NewProduct = z.input<typeof newProduct>

export const blank: NewProduct = {
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
  const { name, description, price, disabled, hidden, discordRoleId, endsIn99 } = product
  return {
    ...{ name, description, disabled, hidden, endsIn99 },
    plans: draftsOf(product.plans),
    sale: saleDraftOf(product.planned_sale),
    price: price.toFixed(2),
    discordRoleId: discordRoleId ?? '',
    deviceLimit: String(product.deviceLimit),
    sessionLimit: String(product.sessionLimit),
    offlineHours: String(product.offlineHours),
    loaderOffline: product.loaderOffline,
    featured: product.featured,
    category: product.category ?? '',
    popular: product.popular,
    included: product.included.join('\n'),
    requirements: requirementsDraft(product.requirements),
    screenshots: product.screenshots,
    image: null,
  }
}

export function asBody({
  image,
  imageUrl,
  price,
  ...same
}: NewProduct): Input<typeof staffProducts.add>['body'] {
  const picture = image ? { image } : { imageUrl: imageUrl.trim() }
  return { ...same, price: readAmount(price), ...picture }
}

/** Returns only the changed fields, as the endpoint expects them. */
export function changesOf(base: Partial<ProductFields>, fields: Partial<ProductFields>) {
  const { price, image, plans, sale, ...others } = differing(base, fields)
  const { deviceLimit, sessionLimit, offlineHours, category, included, requirements, ...same } =
    others
  return {
    ...same,
    ...(price && { price: readAmount(price) }),
    ...(deviceLimit && { deviceLimit: Number(deviceLimit) }),
    ...(sessionLimit && { sessionLimit: Number(sessionLimit) }),
    ...(offlineHours && { offlineHours: Number(offlineHours) }),
    ...(category !== undefined && { category: category.trim() || null }),
    ...(included !== undefined && { included: includedBody(included) }),
    ...(requirements !== undefined && { requirements: requirementsBody(requirements) }),
    ...(plans !== undefined && { plans: plansBody(plans) }),
    ...(sale !== undefined && { planned_sale: saleBody(sale) }),
    ...(image && { image }),
  }
}
