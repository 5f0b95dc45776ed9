import { services } from '#contract/platform/services.ts'
import { api } from '../../api/client.ts'
import { Notice } from '../../ui/notice.tsx'
import { asStaff } from '../load.ts'
import { SettingsGroup } from '../settings/group.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import type { Route } from './+types/services'
import { serviceParts } from './parts.ts'
import { Service } from './service.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the services', () => api(services.list))
}

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage
      path="services"
      detail="External services that the shop uses. Keys are tested before they are saved, and never shown again."
      loaded={loaderData}
    >
      {(setups) => (
        <div className="grid max-w-3xl gap-5">
          {setups.test_mode && (
            <Notice>
              Keys cannot be saved in test mode. Stand-ins on this machine replace services that
              environment variables do not set up.
            </Notice>
          )}
          {serviceParts.map(({ name, title }) => (
            <SettingsGroup key={name} title={title} anchor={name}>
              <Service name={name} setups={setups} />
            </SettingsGroup>
          ))}
        </div>
      )}
    </SettingsPage>
  )
}
