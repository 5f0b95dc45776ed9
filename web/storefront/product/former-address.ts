import { redirect } from 'react-router'
import { readQuery } from '../../api/server.ts'
import type { Route } from './+types/former-address'

/** Redirects from the product's old URL in the store to its current one. */
export function loader({ context, params }: Route.LoaderArgs) {
  const query = readQuery(context).toString()
  throw redirect(`/product/${encodeURIComponent(params.id)}${query && `?${query}`}`, 301)
}
