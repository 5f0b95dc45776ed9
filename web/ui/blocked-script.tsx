import { ErrorBox } from './notice.tsx'

type BlockedScriptProps = {
  /** The name of what the script shows, as the start of a sentence: `The card form`. */
  what: string
  /** The URL of the script. */
  address: string
  onRetry: () => void
}

/** A third-party script failed to load. Browsers do not say why, and a retry alone rarely helps. */
export function BlockedScript({ what, address, onRetry }: BlockedScriptProps) {
  const { host } = new URL(address)
  return (
    <ErrorBox onRetry={onRetry}>
      {what} could not be loaded from {host}. Ad blockers and strict privacy modes often block it.
      Allow {host} on this page or use another browser, then try again.
    </ErrorBox>
  )
}
