import { useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'
import { dropDraft, keepDraft, readDraft } from '../drafts.ts'
import { isSame } from './rebase.ts'
import { useUnsaved } from './unsaved.ts'

export type Draft = {
  /** Whose it is. */
  uid: number
  /** The form's name. */
  form: string
  /**
   * `typing`: stored at each change, and leaving never asks. `asking`: leaving asks, and it is
   * stored when the session ends. `secret`: stored then, in memory only, and leaving never asks.
   * `keys`: as `secret`, but leaving asks.
   */
  kept: 'typing' | 'asking' | 'secret' | 'keys'
  /** Which steps lose it, when that is not every other page; keep it outside the component. */
  loses?: BlockerFunction
}

/**
 * What was typed, and the values that it was typed over: sent later, only the difference counts.
 */
type Work<Fields> = { base: Fields; values: Fields }

export function readWork<Fields>(draft: Draft | undefined) {
  return draft && readDraft<Work<Fields>>(draft.uid, draft.form)
}

/** Keeps what is typed into a form, as its draft has it, until it is sent. */
export function useWork<Fields extends object>(draft: Draft | undefined, work: Work<Fields>) {
  const { uid = 0, form = '', kept, loses } = draft ?? {}
  const sent = useRef(false)
  const dirty = !isSame(work.base, work.values)
  const atTheEnd = kept !== undefined && kept !== 'typing'
  const { done, close } = useUnsaved(dirty && atTheEnd, kept === 'secret' ? null : loses, () =>
    keepDraft(uid, form, work, kept !== 'asking'),
  )
  useEffect(() => {
    // It is in the form now.
    if (atTheEnd) dropDraft(uid, form)
  }, [uid, form, atTheEnd])
  useEffect(() => {
    if (kept !== 'typing' || sent.current) return
    if (dirty) keepDraft(uid, form, work)
    else dropDraft(uid, form)
  })
  return {
    /** It was sent. */
    done() {
      sent.current = true
      done()
      if (kept) dropDraft(uid, form)
    },
    /** It is typed into again. */
    goOn() {
      sent.current = false
    },
    close,
  }
}
