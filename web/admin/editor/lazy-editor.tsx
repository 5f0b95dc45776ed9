import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MarkdownEditorProps } from './markdown-editor.tsx'

const MarkdownEditor = lazy(() => import('./markdown-editor.tsx'))

/** The editor, loaded when a form with an editor opens. */
export function LazyEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <MarkdownEditor {...props} />
    </Suspense>
  )
}
