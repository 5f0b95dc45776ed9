import { redirectDocument, useNavigate } from 'react-router'
import { captchaTrialPage } from '#contract/captcha-names.ts'
import { services } from '#contract/services.ts'
import { api } from '../../api/client.ts'
import { Notice } from '../../ui/notice.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { SettingsGroup } from '../settings/group.tsx'
import type { Route } from './+types/captcha'
import { CaptchaForm } from './captcha-form.tsx'

const back = '/admin/settings/services#captcha'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  // The policy of another page, which one came from, allows no provider that is not in use.
  if (!isDocumentOf(captchaTrialPage)) throw redirectDocument(captchaTrialPage)
  return asStaff(request, 'Failed to load the services', () => api(services.list))
}

function isDocumentOf(path: string): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || new URL(document.name).pathname === path
}

export default function CaptchaTrial({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <Page
      title="Captcha"
      detail="A challenge is solved here before the keys are kept: nobody is kept out by keys that do not work."
      back={{ to: '/admin/settings/services', label: 'Services' }}
      loaded={loaderData}
    >
      {({ services: all, test_mode }) => {
        const captcha = all.find(({ name }) => name === 'captcha')
        const fixed = test_mode || captcha?.source === 'environment'
        return (
          <div className="max-w-3xl">
            <SettingsGroup title="Another provider">
              {fixed ? (
                <Notice>
                  {test_mode
                    ? 'In test mode no keys are taken here.'
                    : 'The environment sets the captcha up, and overrides what is given here.'}
                </Notice>
              ) : (
                <CaptchaForm onDone={() => navigate(back)} />
              )}
            </SettingsGroup>
          </div>
        )
      }}
    </Page>
  )
}
