import { legalName } from '#contract/text-pages.ts'
import { texts } from '#contract/texts.ts'
import { api } from '../../api/server.ts'
import type { Route } from './+types/legal'
import { LegalText } from './legal-text.tsx'

/** `/terms` is the edition in force, `/terms/2` the second. */
export function loader({ context, params: { edition }, pattern }: Route.LoaderArgs) {
  const name = legalName.parse(pattern.split('/').find(Boolean))
  if (edition) return api(context, texts.edition, { params: { name, edition } })
  return api(context, texts.legal, { params: { name } })
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalText page={loaderData} />
}
