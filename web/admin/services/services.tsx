import { services } from '#contract/platform/services.ts'
import { api } from '../../api/client.ts'
import { Notice } from '../../ui/notice.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { SettingsGroup } from '../settings/group.tsx'
import { SettingsTabs } from '../settings/settings-tabs.tsx'
import type { Route } from './+types/services'
import { Service } from './service.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the services', () => api(services.list))
}

const parts = [
  { name: 'stripe', title: 'Cards (Stripe)' },
  { name: 'nowpayments', title: 'Crypto payments (NOWPayments)' },
  { name: 'btcpay', title: 'Crypto payments to your own wallet (BTCPay Server)' },
  { name: 'mail', title: 'Email' },
  { name: 'discord', title: 'Discord' },
  { name: 'announcements', title: 'Release announcements (Discord)' },
  { name: 'captcha', title: 'Captcha' },
] as const

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Settings"
      detail="External services that the shop uses. Keys are tested before they are saved, and never shown again."
      loaded={loaderData}
    >
      {(setups) => (
        <>
          <SettingsTabs current="services" />
          <div className="grid max-w-3xl gap-5">
            {setups.test_mode && (
              <Notice>
                Keys cannot be saved in test mode. Stand-ins on this machine replace services that
                environment variables do not set up.
              </Notice>
            )}
            {parts.map(({ name, title }) => (
              <SettingsGroup key={name} title={title} anchor={name}>
                <Service name={name} setups={setups} />
              </SettingsGroup>
            ))}
          </div>
        </>
      )}
    </Page>
  )
}
