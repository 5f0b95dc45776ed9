import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MarkdownEditorProps } from './markdown-editor.tsx'

const MarkdownEditor = lazy(() => import('./markdown-editor.tsx'))

/** The editor, fetched when a form with one opens. */
export function LazyEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <MarkdownEditor {...props} />
    </Suspense>
  )
}
