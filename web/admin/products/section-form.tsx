import type { ReactNode } from 'react'
import * as z from 'zod'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { isSame, isStale } from '../../api/rebase.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { changesOf, fieldsOf, type ProductFields, productFields } from './fields.ts'

type Fields<Name extends keyof ProductFields> = Pick<ProductFields, Name> & { revision: number }

type Section<Name> = {
  user: Me
  product: StaffProduct
  /** The name of the section in the names of drafts. */
  section: string
  names: readonly Name[]
}

/** The form of one section of a product. It validates and saves only the fields of the section. */
export function useSectionForm<Name extends keyof ProductFields>(given: Section<Name>) {
  const { user, product, section, names } = given
  const params = { id: product.id }
  return useRecordForm<typeof staffProducts.change, Fields<Name>, StaffProduct>(
    staffProducts.change,
    {
      initial: sectionOf(product, names),
      schema: schemaOf(names),
      async send(fields, base) {
        const changes = changesOf(base as object, fields as object)
        const save = (revision: number) =>
          api(staffProducts.change, { params, body: { ...changes, revision } })
        try {
          return await save(fields.revision)
        } catch (error) {
          if (!isStale(error)) throw error
          // Another section may have been saved since, which is no conflict.
          const latest = await api(staffProducts.get, { params })
          const { revision } = latest
          const isSameSection = isSame({ ...base, revision }, sectionOf(latest, names))
          // The form has no value for the picture that is shown.
          const isSameImage = latest.imageUrl === product.imageUrl
          if (!isSameSection || ('image' in changes && !isSameImage)) throw error
          return save(revision)
        }
      },
      kept: (saved) => sectionOf(saved, names),
      done: 'Product updated successfully',
      failed: 'Failed to update product',
      failureIn: 'both',
      draft: { uid: user.uid, form: `product ${product.id} ${section}` },
    },
  )
}

function sectionOf<Name extends keyof ProductFields>(
  product: StaffProduct,
  names: readonly Name[],
): Fields<Name> {
  const all = fieldsOf(product)
  const own = Object.fromEntries(names.map((name) => [name, all[name]]))
  return { ...(own as Pick<ProductFields, Name>), revision: product.revision }
}

function schemaOf<Name extends keyof ProductFields>(names: readonly Name[]) {
  const { shape } = productFields
  const own = Object.fromEntries(names.map((name) => [name, shape[name]]))
  return z.object(own) as unknown as z.ZodType<unknown, Fields<Name>>
}

type SectionFormProps = {
  form: Pick<ReturnType<typeof useSectionForm>, 'attributes' | 'error' | 'pending' | 'dirty'> & {
    reset: () => void
  }
  children: ReactNode
}

export function SectionForm({ form, children }: SectionFormProps) {
  return (
    <form {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <SaveBar form={form} />
    </form>
  )
}
