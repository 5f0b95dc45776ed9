import { documentTitles, isSaleKind } from '#contract/selling/documents.ts'
import type { ListedDocument } from '#contract/selling/staff-documents.ts'

/** The kind of a document, with the document that it corrects or replaces. */
export function kindText({ kind, corrects }: Pick<ListedDocument, 'kind' | 'corrects'>): string {
  if (!corrects) return documentTitles[kind]
  if (isSaleKind(kind)) return `${documentTitles[kind]}, follows ${corrects}`
  return kind === 'cancellation'
    ? `Cancellation of ${corrects}`
    : `${documentTitles[kind]} of ${corrects}`
}
