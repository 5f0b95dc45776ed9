import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#contract/sessions.ts'
import { staffProducts } from '#contract/staff-products.ts'
import { api } from '../../api/client.ts'
import { ApiError, isSessionOver, messageOf } from '../../api/error.ts'
import { isSame } from '../../api/rebase.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useFirstProblem } from '../first-problem.ts'
import { ImageField } from '../image/image-field.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { readUnsent, useUnsent } from '../unsent.ts'
import type { Route } from './+types/add-product'
import {
  asBody,
  type ProductFields as Fields,
  noFields,
  type Problems,
  problemsOf,
} from './fields.ts'
import { ProductFields } from './product-fields.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to add product', async () => null)
}

export default function AddProduct({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Add Product"
      back={{ to: '/admin/products', label: 'Products' }}
      loaded={loaderData}
    >
      {(_nothing, user) => <AddForm user={user} />}
    </Page>
  )
}

const form = 'new product'

function AddForm({ user }: { user: Me }) {
  const [fields, setFields] = useState(() => readUnsent<Fields>(user.uid, form) ?? noFields)
  const [problems, setProblems] = useState<Problems>({})
  const formRef = useFirstProblem(problems)
  const [error, setError] = useState<string>()
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const { done } = useUnsent({
    uid: user.uid,
    form,
    dirty: !isSame(noFields, fields),
    typed: () => fields,
  })
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })

  async function add() {
    const found = problemsOf(fields)
    if (!fields.image && !fields.imageUrl.trim())
      found.imageUrl = 'Enter the address of an image, or upload one'
    setProblems(found)
    setError(undefined)
    if (Object.keys(found).length > 0) return setError('Some fields need your attention.')
    setAdding(true)
    try {
      await api(staffProducts.add, { body: asBody(fields) })
      toast.success('Product added successfully')
      done()
      navigate('/admin/products')
    } catch (failure) {
      if (isSessionOver(failure)) return
      toast.error('Failed to add product')
      setError(messageOf(failure, 'Failed to add product'))
      if (failure instanceof ApiError) setProblems(failure.fields as Problems)
    } finally {
      setAdding(false)
    }
  }
  function reset() {
    setFields(noFields)
    setProblems({})
    setError(undefined)
  }

  return (
    <Card>
      <form
        ref={formRef}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <ProductFields fields={fields} problems={problems} onChange={change} />
        <div className="grid gap-5 lg:grid-cols-2">
          <TextField
            label="Image URL"
            type="url"
            required={!fields.image}
            disabled={fields.image !== null}
            maxLength={2000}
            placeholder="https://"
            hint={
              fields.image
                ? 'The uploaded image is taken.'
                : 'Fetched once and kept by the store. Or upload an image.'
            }
            value={fields.imageUrl}
            error={problems.imageUrl}
            onChange={({ target }) => change({ imageUrl: target.value })}
          />
          <ImageField
            label="Image upload"
            value={fields.image}
            error={problems.image}
            onChange={(image) => change({ image })}
          />
        </div>
        {error && <ErrorBox>{error}</ErrorBox>}
        <div className="form-actions">
          <LinkButton to="/admin/products">Cancel</LinkButton>
          <Button onClick={reset}>Reset</Button>
          <Button type="submit" look="primary" loading={adding}>
            Add Product
          </Button>
        </div>
      </form>
    </Card>
  )
}
