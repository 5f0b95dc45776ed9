import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/discord'
import { DiscordField } from './discord-field.tsx'
import { loadProduct } from './load-product.ts'
import { ProductPage } from './product-page.tsx'
import { SectionForm, useSectionForm } from './section-form.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) => loadProduct(given)

export default function Discord({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="/discord" loaded={loaderData}>
      {({ product }, user) => <DiscordForm product={product} user={user} />}
    </ProductPage>
  )
}

function DiscordForm({ product, user }: { product: StaffProduct; user: Me }) {
  const form = useSectionForm({
    ...{ user, product, section: 'discord' },
    names: ['discordRoleId'],
  })
  return (
    <SectionForm form={form}>
      <Card className="max-w-3xl">
        <DiscordField form={form} />
      </Card>
    </SectionForm>
  )
}
