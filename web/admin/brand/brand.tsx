import { brand } from '#contract/platform/brand.ts'
import { api } from '../../api/client.ts'
import { asStaff } from '../load.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import type { Route } from './+types/brand'
import { BrandForm } from './brand-form.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the appearance', () => api(brand.get))
}

export default function Brand({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage
      path="appearance"
      detail="The look of the shop. Changes apply to pages, emails and link previews immediately."
      loaded={loaderData}
    >
      {(saved, user) => <BrandForm saved={saved} user={user} />}
    </SettingsPage>
  )
}
