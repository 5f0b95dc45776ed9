import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { api } from '../../api/client.ts'
import { isMissing } from '../../api/error.ts'
import { awayFrom } from '../../away.ts'
import { toast } from '../../ui/toast.ts'
import { backTo } from '../list/address.ts'
import { asStaff, type Loaded } from '../load.ts'

type Given = { request: Request; params: { id: string } }

/** Loads a product, and what else its section shows. An unknown product redirects to the list. */
export function loadProduct<More extends object = object>(
  { request, params: { id } }: Given,
  loadMore?: (request: Request, id: string) => Promise<More>,
): Promise<Loaded<{ product: StaffProduct } & More>> {
  return asStaff(request, 'Failed to load the product', async () => {
    try {
      const [product, more] = await Promise.all([
        api(staffProducts.get, { params: { id } }),
        loadMore?.(request, id),
      ])
      return { product, ...(more as More) }
    } catch (error) {
      if (!isMissing(error)) throw error
      toast.error('No product selected for editing')
      throw awayFrom(request, backTo('/admin/products'))
    }
  })
}
