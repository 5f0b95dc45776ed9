import { documentTitles, isSaleKind } from '#contract/documents.ts'
import type { ListedDocument } from '#contract/staff-documents.ts'

/** What a document is, beside the one that it corrects or comes in place of. */
export function kindText({ kind, corrects }: Pick<ListedDocument, 'kind' | 'corrects'>): string {
  if (!corrects) return documentTitles[kind]
  if (isSaleKind(kind)) return `${documentTitles[kind]}, follows ${corrects}`
  return kind === 'cancellation'
    ? `Cancellation of ${corrects}`
    : `${documentTitles[kind]} of ${corrects}`
}
