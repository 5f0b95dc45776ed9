import { useLocation, useNavigation } from 'react-router'

/** Whether other rows of this page's list are being loaded. */
export function useLoadingRows(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location?.pathname === pathname
}
