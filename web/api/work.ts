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
   * Left out, it is stored when the session ends. `typing`: at each change, so that leaving loses
   * nothing and never asks. `memory`: when the session ends, where it does not outlast the page.
   */
  kept?: 'typing' | 'memory'
  /** The fields that are stored, when some must not be, such as a password. */
  only?: readonly string[]
}

/**
 * Why a form asks nothing before it is left: what is in it is typed again in a moment, from a
 * password manager, a mail or a screen, or is one choice of a few.
 */
export type Unasked = 'sign-in' | 'password' | 'code' | 'choice'

export type WorkOptions = {
  draft?: Draft
  unasked?: Unasked
  /** Which steps lose it, when that is not every other address; keep it outside the component. */
  loses?: BlockerFunction
}

/**
 * What was typed, and the values that it was typed over: sent later, only the difference counts.
 */
type Work<Fields> = { base: Fields; values: Fields }

/** What was kept of a form; what was not stands as it begins. */
export function readWork<Fields>(draft: Draft | undefined, initial: Fields): Work<Fields> {
  const kept = draft && readDraft<Partial<Work<Fields>>>(draft.uid, draft.form)
  return { base: { ...initial, ...kept?.base }, values: { ...initial, ...kept?.values } }
}

const picked = <Fields extends object>({ base, values }: Work<Fields>, only: readonly string[]) => {
  const pick = (all: Fields) => Object.entries(all).filter(([name]) => only.includes(name))
  return { base: Object.fromEntries(pick(base)), values: Object.fromEntries(pick(values)) }
}

/** Whether somebody has typed. A field that began with nothing is blank until then. */
export function isTyped<Fields extends object>(base: Fields, values: Fields) {
  const began = Object.entries(values).filter(([name]) => !(name in base))
  return !isSame(base, values) || began.some(([, value]) => Boolean(value))
}

/** Keeps what is typed into a form, and asks before it is lost, until it is sent. */
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
    // It is in the form now.
    if (atTheEnd) dropDraft(uid, form)
  }, [uid, form, atTheEnd])
  useEffect(() => {
    if (kept !== 'typing' || sent.current) return
    if (dirty) keep()
    else dropDraft(uid, form)
  })
  return {
    /** It was sent. */
    done() {
      sent.current = true
      done()
      if (options.draft) dropDraft(uid, form)
    },
    /** It is typed into again. */
    goOn() {
      sent.current = false
    },
    close,
  }
}
