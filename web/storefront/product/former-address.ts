import { redirect } from 'react-router'
import { readQuery } from '../../api/server.ts'
import type { Route } from './+types/former-address'

/** The store's own address of a product leads to the one that it is known by. */
export function loader({ context, params }: Route.LoaderArgs) {
  const query = readQuery(context).toString()
  throw redirect(`/product/${encodeURIComponent(params.id)}${query && `?${query}`}`, 301)
}
