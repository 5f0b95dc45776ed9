import { LinkButton } from '../../ui/button.tsx'

export function FirstProduct({ there }: { there: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-soft">
        {there ? 'Your shop has a product.' : 'Add a name, a price and a cover.'}
      </p>
      <LinkButton to={there ? '/admin/products' : '/admin/products/add?from=setup'}>
        {there ? 'View Products' : 'Add Product'}
      </LinkButton>
    </div>
  )
}
