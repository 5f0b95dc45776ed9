import { useRevalidator } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { type Factor, SecondFactor } from './second-factor.tsx'

/** `factor` is undefined if it could not be loaded. */
export function SecurityCard({ factor, user }: { factor: Factor | undefined; user: Me }) {
  const { revalidate, state } = useRevalidator()
  return (
    <Card>
      <CardHeader title="Security" />
      {factor ? (
        <SecondFactor factor={factor} user={user} />
      ) : (
        <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
          Your second factor could not be loaded.
        </ErrorBox>
      )}
    </Card>
  )
}
