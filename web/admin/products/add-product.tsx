import { useNavigate } from 'react-router'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { ImageField } from '../image/image-field.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { useParent } from '../parent-page.ts'
import type { Route } from './+types/add-product'
import { DiscordField } from './discord-field.tsx'
import { asBody, blank, newProduct } from './fields.ts'
import { PriceField } from './price-field.tsx'
import { StateFields } from './state-fields.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to add product', async () => null)
}

export default function AddProduct({ loaderData }: Route.ComponentProps) {
  const back = useParent('product', { to: '/admin/products', label: 'Products' })
  return (
    <Page title="Add Product" back={back} loaded={loaderData}>
      {(_nothing, user) => <AddForm user={user} parent={back.to} />}
    </Page>
  )
}

function AddForm({ user, parent }: { user: Me; parent: string }) {
  const navigate = useNavigate()
  const form = useEndpointForm(staffProducts.add, {
    initial: blank,
    schema: newProduct,
    toInput: (fields) => ({ body: asBody(fields) }),
    done: 'Product added successfully',
    failed: 'Failed to add product',
    failureIn: 'both',
    reload: 'never',
    repeats: { image: 'imageUrl' },
    draft: { uid: user.uid, form: 'new product' },
    onDone: ({ id }) => navigate(`/admin/products/${id}`),
  })
  const uploads = form.values.image !== null

  return (
    <Card>
      <form {...form.attributes} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField label="Name" required maxLength={120} {...form.input('name')} />
          <PriceField form={form} />
        </div>
        <LazyEditor label="Description" maxLength={50_000} {...form.control('description')} />
        <div className="grid gap-5 lg:grid-cols-2">
          <TextField
            label="Image URL"
            type="url"
            required={!uploads}
            disabled={uploads}
            maxLength={2000}
            placeholder="https://"
            hint={
              uploads
                ? 'Not used, because you uploaded an image.'
                : 'The shop downloads and stores the image. You can also upload one.'
            }
            {...form.input('imageUrl')}
          />
          <ImageField label="Image upload" {...form.control('image')} onReading={form.waitFor} />
          <StateFields form={form} />
        </div>
        <DiscordField form={form} />
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <div className="form-actions">
          <LinkButton to={parent}>Cancel</LinkButton>
          <Button onClick={form.reset}>Reset</Button>
          <Button type="submit" look="primary" loading={form.pending}>
            Add Product
          </Button>
        </div>
      </form>
    </Card>
  )
}
