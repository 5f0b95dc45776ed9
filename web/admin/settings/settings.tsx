import { settings } from '#contract/platform/settings.ts'
import { api } from '../../api/client.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/settings'
import { SettingsForm } from './settings-form.tsx'
import { SettingsIndex } from './settings-index.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load settings', () => api(settings.get))
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Settings" detail="Changes apply immediately." loaded={loaderData}>
      {(saved, user) => (
        <>
          <SettingsTabs current="shop" />
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_13rem]">
            <SettingsIndex />
            <SettingsForm saved={saved} user={user} />
          </div>
        </>
      )}
    </Page>
  )
}
