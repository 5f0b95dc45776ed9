import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Release, releases } from '#contract/releases.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

/** Goes back to an older release, or forward again. */
export function MakeCurrent({ release: { id, version, current } }: { release: Release }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  if (current) return null

  async function proceed() {
    try {
      await api(releases.makeCurrent, { params: { id: String(id) } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to change the release')
    }
    toast.success(`Loaders are built from ${version} now`)
    revalidate()
  }

  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Make Current
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Build from ${version}?`}
        confirm="Make Current"
        onConfirm={proceed}
      >
        <p>
          New loaders are built from {version} at once. Customers whose loader was made of another
          release are told to request it again; what they have goes on working.
        </p>
      </Confirm>
    </>
  )
}
