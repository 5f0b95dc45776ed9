import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { api } from '../../api/client.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/codes'
import { CodeActions, CodeList, loadCodes } from './code-list.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the discount codes', async () => {
    const [list, { games: products }] = await Promise.all([
      loadCodes(request),
      api(staffProducts.list, { query: { limit: 100 } }),
    ])
    return { list, products }
  })
}

export default function Codes({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Discount Codes"
      actions={({ list, products }) => (
        <CodeActions uid={loaderData.user.uid} total={list.total} products={products} />
      )}
      loaded={loaderData}
    >
      {(data) => <CodeList {...data} />}
    </Page>
  )
}
