import { redirect } from 'react-router'
import type { Route } from './+types/former-address'

/** The store's own address of a game leads to the one that it is known by. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(`/product/${encodeURIComponent(params.id)}`, 301)
}
