import { mostDetails } from '#contract/catalogue/product-details.ts'
import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { ImageField } from '../image/image-field.tsx'
import type { Route } from './+types/details'
import { loadProduct } from './load-product.ts'
import { ProductPage } from './product-page.tsx'
import { ScreenshotsEditor } from './screenshots-editor.tsx'
import { SectionForm, useSectionForm } from './section-form.tsx'
import { StateFields } from './state-fields.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) => loadProduct(given)

export default function Details({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="" loaded={loaderData}>
      {({ product }, user) => <DetailsForm product={product} user={user} />}
    </ProductPage>
  )
}

/** The texts and pictures of a product's page, and where the store shows it. */
function DetailsForm({ product, user }: { product: StaffProduct; user: Me }) {
  const form = useSectionForm({
    ...{ user, product, section: 'details' },
    names: [
      'name',
      'description',
      'included',
      'requirements',
      'screenshots',
      'image',
      'disabled',
      'hidden',
      'category',
      'popular',
      'featured',
    ],
  })
  const { values, set } = form
  return (
    <SectionForm form={form}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="grid gap-5">
          <TextField label="Name" required maxLength={120} {...form.input('name')} />
          <LazyEditor label="Description" maxLength={50_000} {...form.control('description')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextArea
              label="What you get"
              rows={4}
              hint={`One item per line, up to ${mostDetails}. The section is hidden if empty.`}
              {...form.input('included')}
            />
            <TextArea
              label="Requirements"
              rows={4}
              placeholder={'Windows: 10 or 11, 64 bit\nRAM: 8 GB'}
              hint={`One requirement per line, up to ${mostDetails}, such as “RAM: 8 GB”. The section is hidden if empty.`}
              {...form.input('requirements')}
            />
          </div>
          <ScreenshotsEditor {...form.control('screenshots')} />
        </Card>
        <Card className="grid gap-5 sm:max-xl:grid-cols-2">
          <ImageField
            label="Image"
            current={product.imageUrl}
            {...form.control('image')}
            onReading={form.waitFor}
          />
          <StateFields form={form} />
          <TextField
            label="Category"
            maxLength={40}
            hint="Visitors can filter the store by category, for example Shooter or Racing."
            {...form.input('category')}
          />
          <Checkbox
            label="Popular"
            hint="Marks the product in the store. The landing page names popular products first."
            checked={values.popular}
            onChange={({ target }) => set({ popular: target.checked })}
          />
          <Checkbox
            label="Featured"
            hint="The landing page shows the plans of the featured product. Only one product can be featured; without one, the first product in the store is shown."
            checked={values.featured}
            onChange={({ target }) => set({ featured: target.checked })}
          />
        </Card>
      </div>
    </SectionForm>
  )
}
