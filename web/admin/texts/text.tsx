import { staffTexts, textRefusals } from '#contract/platform/staff-texts.ts'
import { type PageName, textName } from '#contract/platform/text-pages.ts'
import { api } from '../../api/client.ts'
import { awayFrom } from '../../away.ts'
import { toast } from '../../ui/toast.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { useParent } from '../parent-page.ts'
import type { Route } from './+types/text'
import { textPages } from './pages.ts'
import { TextForm } from './text-form.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the text', async () => {
    const { data: name } = textName.safeParse(params.name)
    if (!name) {
      toast.error(textRefusals.unknown_text.sentence)
      throw awayFrom(request, '/admin/settings/texts')
    }
    const [state, { versions, total }] = await Promise.all([
      api(staffTexts.get, { params: { name } }),
      api(staffTexts.versions, { params: { name }, query: { limit: 50 } }),
    ])
    return { state, versions, total }
  })
}

export default function Text({ loaderData, params }: Route.ComponentProps) {
  const back = useParent('texts', { to: '/admin/settings/texts', label: 'Texts' })
  // The title of a page is known without the API, so it is shown even if loading fails.
  const page = loaderData.data?.state.mail ?? textPages[params.name as PageName]
  return (
    <Page title={page?.title ?? 'Texts'} back={back} detail={page?.detail} loaded={loaderData}>
      {(data, user) => <TextForm key={params.name} {...data} user={user} />}
    </Page>
  )
}
