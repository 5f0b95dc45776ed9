import { useLocation } from 'react-router'
import { settings } from '#contract/platform/settings.ts'
import { api } from '../../api/client.ts'
import { asStaff } from '../load.ts'
import type { Route } from './+types/settings'
import { settingsPages } from './pages.ts'
import { settingsPaths } from './paths.ts'
import { SettingsForm } from './settings-form.tsx'
import { SettingsPage } from './settings-page.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load settings', () => api(settings.get))
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const path = settingsPaths.find((each) => pathname.split('/').includes(each)) ?? ''
  const page = settingsPages().find((each) => each.path === path)!
  return (
    <SettingsPage path={path} detail="Changes apply immediately." loaded={loaderData}>
      {(saved, user) => <SettingsForm key={path} page={page} saved={saved} user={user} />}
    </SettingsPage>
  )
}
