import { redirectDocument, useNavigate } from 'react-router'
import { captchaTrialPage } from '#contract/platform/captcha-names.ts'
import { services } from '#contract/platform/services.ts'
import { api } from '../../api/client.ts'
import { Notice } from '../../ui/notice.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { useParent } from '../parent-page.ts'
import { SettingsGroup } from '../settings/group.tsx'
import type { Route } from './+types/captcha'
import { CaptchaForm } from './captcha-form.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  // The content security policy of the previous page only allows the provider that is in use, so
  // load this page as a new document.
  if (!isDocumentOf(captchaTrialPage))
    throw redirectDocument(captchaTrialPage + new URL(request.url).search)
  return asStaff(request, 'Failed to load the services', () => api(services.list))
}

function isDocumentOf(path: string): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || new URL(document.name).pathname === path
}

export default function CaptchaTrial({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const back = useParent('captcha', { to: '/admin/settings/services#captcha', label: 'Services' })
  return (
    <Page
      title="Captcha"
      detail="Solve a challenge here before the keys are saved, so that wrong keys cannot lock anyone out."
      back={back}
      loaded={loaderData}
    >
      {({ services: all, test_mode }) => {
        const captcha = all.find(({ name }) => name === 'captcha')
        const fixed = test_mode || captcha?.source === 'environment'
        return (
          <div className="max-w-3xl">
            <SettingsGroup title="Change provider">
              {fixed ? (
                <Notice>
                  {test_mode
                    ? 'Keys cannot be saved in test mode.'
                    : 'Environment variables set up the captcha and override keys that are saved here.'}
                </Notice>
              ) : (
                <CaptchaForm onDone={() => navigate(back.to)} />
              )}
            </SettingsGroup>
          </div>
        )
      }}
    </Page>
  )
}
