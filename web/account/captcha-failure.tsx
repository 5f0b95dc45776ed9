import { ErrorBox } from '../ui/notice.tsx'

/** The widget itself did not come. */
export function CaptchaFailure({ name, onRetry }: { name: string; onRetry: () => void }) {
  return <ErrorBox onRetry={onRetry}>The {name} challenge could not be loaded.</ErrorBox>
}
