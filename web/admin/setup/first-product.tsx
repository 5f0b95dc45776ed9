import { LinkButton } from '../../ui/button.tsx'

export function FirstProduct({ there }: { there: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-soft">
        {there ? 'There is something to buy.' : 'What customers buy: a name, a price, a cover.'}
      </p>
      <LinkButton to={there ? '/admin/products' : '/admin/products/add'}>
        {there ? 'Products' : 'Add a Product'}
      </LinkButton>
    </div>
  )
}
