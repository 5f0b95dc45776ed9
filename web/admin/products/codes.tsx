import { CodeActions, CodeList, loadCodes } from '../discounts/code-list.tsx'
import type { Route } from './+types/codes'
import { loadProduct } from './load-product.ts'
import { ProductPage } from './product-page.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) =>
  loadProduct(given, async (request, id) => ({ list: await loadCodes(request, id) }))

/** The discount codes of the product. */
export default function ProductCodes({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="/codes" loaded={loaderData}>
      {({ product, list }, { uid }) => (
        <CodeList list={list}>
          <CodeActions uid={uid} total={list.total} product={product} />
        </CodeList>
      )}
    </ProductPage>
  )
}
