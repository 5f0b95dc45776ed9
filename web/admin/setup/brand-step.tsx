import { LinkButton } from '../../ui/button.tsx'

export function BrandStep({ given }: { given: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-soft">
        {given
          ? 'The shop has a look of its own.'
          : 'Pages, mails and pictures of links carry them. What cannot be read is corrected.'}
      </p>
      <LinkButton to="/admin/settings/appearance">Appearance</LinkButton>
    </div>
  )
}
