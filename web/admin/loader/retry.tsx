import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Build, releases } from '#contract/releases.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

const failed = 'Failed to start the build'

/** Builds one customer's loader again. */
export function RetryBuild({ build: { id, username } }: { build: Build }) {
  const [starting, setStarting] = useState(false)
  const { revalidate } = useRevalidator()
  async function retry() {
    setStarting(true)
    try {
      await api(releases.retry, { params: { id } })
      toast.success(`The loader of ${username} is being built`)
    } catch (error) {
      if (!isSessionOver(error)) toast.error(failureOf(error, failed))
    }
    setStarting(false)
    revalidate()
  }
  return (
    <Button size="small" loading={starting} aria-label={`Retry ${username}`} onClick={retry}>
      <RotateCw size={15} aria-hidden="true" />
      Retry
    </Button>
  )
}

/** Builds all that failed again. */
export function RetryAll() {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  async function retry() {
    try {
      const { retried } = await api(releases.retryAll)
      if (retried === 0) toast.success('No build has failed')
      else toast.success(`${retried} ${retried === 1 ? 'loader is' : 'loaders are'} being built`)
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, failed)
    }
    revalidate()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <RotateCw size={17} aria-hidden="true" />
        Retry All Failed
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Retry all failed builds?"
        confirm="Retry All"
        onConfirm={retry}
      >
        <p>
          The loader of every customer whose last build failed is built again, from the current
          release.
        </p>
      </Confirm>
    </>
  )
}
