import { useSearchParams } from 'react-router'

type Parent = { to: string; label: string }

/** The parent of a page that the setup also links to. `?from=setup` leads back to its step. */
export function useParent(step: string, parent: Parent): Parent {
  const fromSetup = useSearchParams()[0].get('from') === 'setup'
  return fromSetup ? { to: `/setup?step=${step}`, label: 'Setup' } : parent
}
