import { Button } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'

/** The widget itself did not come. */
export function CaptchaFailure({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <ErrorBox
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The {name} challenge could not be loaded.
    </ErrorBox>
  )
}
