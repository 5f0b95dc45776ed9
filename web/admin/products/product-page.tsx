import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { giveUpWork } from '../../api/unsaved.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { backTo } from '../list/address.ts'
import type { Loaded } from '../load.ts'
import { Page } from '../page.tsx'
import { DeleteProduct } from './delete-product.tsx'

const sections = [
  { path: '', label: 'Details' },
  { path: '/plans', label: 'Plans and sale' },
  { path: '/devices', label: 'Devices' },
  { path: '/discord', label: 'Discord' },
  { path: '/codes', label: 'Codes' },
  { path: '/releases', label: 'Releases' },
] as const

type ProductPageProps<T> = {
  id: string
  /** The path of the section below the product's path. */
  section: (typeof sections)[number]['path']
  loaded: Loaded<T>
  children: (data: T, user: Me) => ReactNode
}

/** The page of a product: its header, the tabs of its sections, and one section. */
export function ProductPage<T extends { product: StaffProduct }>(props: ProductPageProps<T>) {
  const { id, section, loaded, children } = props
  const product = loaded.data?.product
  return (
    <Page
      key={id}
      title={product?.name ?? 'Product'}
      back={{ to: backTo('/admin/products'), label: 'Products' }}
      detail={product && <State product={product} />}
      actions={(data) => <Actions product={data.product} />}
      loaded={loaded}
    >
      {(data, user) => (
        <>
          <div className="mb-6">
            <TabLinks
              label="Sections of the product"
              tabs={sections.map(({ path, label }) => ({
                to: `/admin/products/${id}${path}`,
                label,
                current: path === section,
              }))}
            />
          </div>
          {children(data, user)}
        </>
      )}
    </Page>
  )
}

function State({ product: { slug, disabled, hidden, featured } }: { product: StaffProduct }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      {disabled ? <Badge>Disabled</Badge> : <Badge tone="success">Active</Badge>}
      {hidden && <Badge>Hidden</Badge>}
      {featured && <Badge tone="signal">Featured</Badge>}
      <span className="text-faint">{slug}</span>
    </p>
  )
}

function Actions({ product }: { product: StaffProduct }) {
  const navigate = useNavigate()
  function leave() {
    giveUpWork()
    return navigate(backTo('/admin/products'))
  }
  return (
    <>
      <LinkButton to={`/product/${product.id}`}>
        <ExternalLink size={16} aria-hidden="true" />
        View in Store
      </LinkButton>
      <DeleteProduct product={product} onDelete={leave} />
    </>
  )
}
