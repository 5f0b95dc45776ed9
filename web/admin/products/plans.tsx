import { Link } from 'react-router'
import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/plans'
import { loadProduct } from './load-product.ts'
import { PlansEditor } from './plans-editor.tsx'
import { PriceField } from './price-field.tsx'
import { ProductPage } from './product-page.tsx'
import { SaleEditor } from './sale-editor.tsx'
import { SectionForm, useSectionForm } from './section-form.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) => loadProduct(given)

export default function Plans({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="/plans" loaded={loaderData}>
      {({ product }, user) => <PlansForm product={product} user={user} />}
    </ProductPage>
  )
}

/** The plans and the sale of a product. */
function PlansForm({ product, user }: { product: StaffProduct; user: Me }) {
  const form = useSectionForm({
    ...{ user, product, section: 'plans' },
    names: ['price', 'plans', 'endsIn99', 'sale'],
  })
  const { values, set } = form
  return (
    <SectionForm form={form}>
      <Card className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid items-start gap-x-5 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <PriceField form={form} />
          <p className="text-soft text-sm sm:mt-8">
            Active renewals keep their price when you change it here.{' '}
            <Link
              to={`/admin/products/${product.id}/renewals`}
              className="underline decoration-edge underline-offset-4 hover:decoration-signal"
            >
              Move renewals to the new price
            </Link>
          </p>
        </div>
        <PlansEditor
          {...form.control('plans')}
          price={values.price}
          endsIn99={values.endsIn99}
          onEndsIn99={(endsIn99) => set({ endsIn99 })}
        />
        <SaleEditor {...form.control('sale')} price={values.price} />
      </Card>
    </SectionForm>
  )
}
