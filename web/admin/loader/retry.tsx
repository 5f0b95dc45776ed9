import { RotateCw } from 'lucide-react'
import { type Build, staffBuilds } from '#contract/licensing/staff-loader.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

const failed = 'Failed to start the build'

/** Builds one customer's loader again. */
export function RetryBuild({ build: { id, username } }: { build: Build }) {
  const retry = useAction(staffBuilds.retry, {
    done: `Rebuilding the loader of ${username}`,
    failed,
    failureIn: 'toast',
    reload: 'always',
  })
  return (
    <Button
      size="small"
      loading={retry.pending}
      aria-label={`Retry ${username}`}
      onClick={() => retry.run({ params: { id } })}
    >
      <RotateCw size={15} aria-hidden="true" />
      Retry
    </Button>
  )
}

export function RetryAll() {
  const retry = useAction(staffBuilds.retryAll, {
    done: ({ retried }) =>
      retried === 0
        ? 'There are no failed builds'
        : `Rebuilding ${retried} ${retried === 1 ? 'loader' : 'loaders'}`,
    failed,
  })
  return (
    <ConfirmAction
      action={retry}
      input={[]}
      button={(ask) => (
        <Button onClick={ask}>
          <RotateCw size={17} aria-hidden="true" />
          Retry All Failed
        </Button>
      )}
      title="Retry all failed builds?"
      confirm="Retry All"
    >
      <p>
        Rebuilds the loader of every customer whose latest build failed, from the current release.
      </p>
    </ConfirmAction>
  )
}
