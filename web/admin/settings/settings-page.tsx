import type { ReactNode } from 'react'
import type { Me } from '#contract/platform/sessions.ts'
import type { Loaded } from '../load.ts'
import { Page } from '../page.tsx'
import { SettingsNav, titleOf } from './settings-nav.tsx'

type SettingsPageProps<T> = {
  /** The last part of the URL. */
  path: string
  detail: string
  loaded: Loaded<T>
  children: (data: T, user: Me) => ReactNode
}

/** A page of the settings, with the navigation between them next to it. */
export function SettingsPage<T>({ path, detail, loaded, children }: SettingsPageProps<T>) {
  return (
    <Page title="Settings" section={titleOf(path)} detail={detail} loaded={loaded}>
      {(data, user) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 xl:grid-cols-[12.5rem_minmax(0,1fr)]">
          <SettingsNav path={path} />
          <div className="min-w-0">{children(data, user)}</div>
        </div>
      )}
    </Page>
  )
}
