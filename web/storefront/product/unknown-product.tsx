import { PackageX } from 'lucide-react'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'

const title = productRefusals.unknown_product.sentence

/** The page for a URL without a product. */
export function UnknownProduct() {
  return (
    <div className="page">
      <Head title={title} />
      <EmptyState
        heading={1}
        icon={<PackageX size={26} />}
        title={title}
        action={<LinkButton to="/store">Back to Store</LinkButton>}
      >
        This game is not in our store, or it has been removed.
      </EmptyState>
    </div>
  )
}
