import { data } from 'react-router'
import { legalName } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import { ApiError, isMissing } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import type { Route } from './+types/legal'
import { LegalText } from './legal-text.tsx'

/** `/terms` is the version in force, `/terms/2` the second version. */
export async function loader({ context, params: { version }, pattern }: Route.LoaderArgs) {
  const name = legalName.parse(pattern.split('/').find(Boolean))
  try {
    if (version) return await api(context, texts.legalVersion, { params: { name, version } })
    return await api(context, texts.legal, { params: { name } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Thrown as a response, because an Error thrown on the server reaches the page as a bug.
    throw data(error.message, isMissing(error) ? 404 : error.status)
  }
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalText page={loaderData} />
}
