import { useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'
import { dropDraft, keepDraft, readDraft } from '../drafts.ts'
import { isSame } from './rebase.ts'
import { useUnsaved } from './unsaved.ts'

export type Draft = {
  /** The id of the user who owns the draft. */
  uid: number
  /** The form's name. */
  form: string
  /**
   * When the draft is stored. By default, when the session ends. `typing`: at each change, so that
   * leaving loses nothing and never asks. `memory`: when the session ends, but only until the page
   * is reloaded.
   */
  kept?: 'typing' | 'memory'
  /** The fields to store, if some must not be stored, such as a password. */
  only?: readonly string[]
}

/**
 * Why a form does not ask before the user leaves: its content is quick to enter again, from a
 * password manager, a mail or a screen, or it is one choice of a few.
 */
export type Unasked = 'sign-in' | 'password' | 'code' | 'choice'

export type WorkOptions = {
  draft?: Draft
  unasked?: Unasked
  /**
   * Which navigations discard the changes. By default, every navigation to another URL. Define it
   * outside of the component.
   */
  loses?: BlockerFunction
}

/**
 * The typed values, and the values that they replace. Only the differences are applied to newer
 * data.
 */
type Work<Fields> = { base: Fields; values: Fields }

/** Reads the stored draft of a form. Fields that were not stored have their initial value. */
export function readWork<Fields>(draft: Draft | undefined, initial: Fields): Work<Fields> {
  const kept = draft && readDraft<Partial<Work<Fields>>>(draft.uid, draft.form)
  return { base: { ...initial, ...kept?.base }, values: { ...initial, ...kept?.values } }
}

const picked = <Fields extends object>({ base, values }: Work<Fields>, only: readonly string[]) => {
  const pick = (all: Fields) => Object.entries(all).filter(([name]) => only.includes(name))
  return { base: Object.fromEntries(pick(base)), values: Object.fromEntries(pick(values)) }
}

/** Whether the user has changed a field. A field without an initial value starts as blank. */
export function isTyped<Fields extends object>(base: Fields, values: Fields) {
  const began = Object.entries(values).filter(([name]) => !(name in base))
  return !isSame(base, values) || began.some(([, value]) => Boolean(value))
}

/** Stores the values typed into a form, and asks before they are lost, until it is submitted. */
export function useWork<Fields extends object>(options: WorkOptions, work: Work<Fields>) {
  const { uid = 0, form = '', kept, only } = options.draft ?? {}
  const sent = useRef(false)
  const dirty = isTyped(work.base, work.values)
  const keep = () => keepDraft(uid, form, only ? picked(work, only) : work, kept === 'memory')
  const atTheEnd = options.draft !== undefined && kept !== 'typing'
  const { done, close } = useUnsaved(dirty && kept !== 'typing', {
    asks: options.unasked === undefined,
    loses: options.loses,
    keep: () => atTheEnd && keep(),
  })
  useEffect(() => {
    // The draft is in the form now.
    if (atTheEnd) dropDraft(uid, form)
  }, [uid, form, atTheEnd])
  useEffect(() => {
    if (kept !== 'typing' || sent.current) return
    if (dirty) keep()
    else dropDraft(uid, form)
  })
  return {
    /** The form was submitted. */
    done() {
      sent.current = true
      done()
      if (options.draft) dropDraft(uid, form)
    },
    /** The user edits the form again. */
    goOn() {
      sent.current = false
    },
    close,
  }
}
