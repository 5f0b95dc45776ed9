import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, useForm } from 'react-hook-form'
import type { BlockerFunction } from 'react-router'
import type * as z from 'zod'
import type { Endpoint, Input, Result } from '#contract/endpoint.ts'
import type { CodeOf } from '#contract/refusals.ts'
import { dropDraft, keepDraft, readDraft } from '../drafts.ts'
import { useUnsaved } from '../shell/unsaved.ts'
import { useAction } from './action.ts'
import type { ActionOptions } from './attempt.ts'
import { api } from './client.ts'
import { ApiError, messageOf } from './error.ts'
import { isSame, isStale, rebase, staleMessage } from './rebase.ts'
import type { Arguments } from './request.ts'

type Draft = {
  /** Whose it is. */
  uid: number
  /** Which of their forms, of all that there are. */
  form: string
  /**
   * `typing`: kept from the first letter until it is sent, and nothing asks. `asking`: it is asked
   * for before it is lost, and kept when the session ends. `secret`: only that, and in memory.
   */
  kept: 'typing' | 'asking' | 'secret'
  /** Which steps lose it, when that is not every other page; keep it outside the component. */
  loses?: BlockerFunction
}

type FormOptions<E extends Endpoint, Fields, Answer> = ActionOptions<Answer> & {
  /**
   * What it begins with; what was not touched follows it. Left out where somebody may have typed
   * before the scripts ran.
   */
  initial?: Fields
  /**
   * What the endpoint is asked, when the fields are not its body as they are. `base` is what they
   * were typed over.
   */
  input?: (fields: Fields, base: Fields) => Input<E>
  /** What the fields must be, when that is not what the endpoint's body must be. */
  schema?: z.ZodType<unknown, Fields>
  /** Sends them, when that takes more than the one call. */
  send?: (fields: Fields, base: Fields) => Promise<Answer>
  /** Whether there is something to ask before; `send` of the form then goes on. */
  holds?: (fields: Fields) => boolean
  /** Refusals that are about one field. */
  about?: { [Code in CodeOf<E>]?: keyof Fields & string }
  draft?: Draft
  /** Told when what was typed has been put on what is there now. */
  onRebase?: (loaded: Fields, typed: Fields, now: Fields) => void
}

/**
 * The way to fill a form. It is judged by the schema of the endpoint's body before it is sent and
 * by the server after. A fault stands at its field until that is typed into, and the first has the
 * focus. A save that somebody else's has overtaken says so and stands on theirs then.
 */
export function useEndpointForm<E extends Endpoint, Fields extends object, Answer = Result<E>>(
  endpoint: E,
  options: FormOptions<E, Fields, Answer>,
) {
  const { initial = {} as Fields, input = asBody<E>, schema, holds, about, draft } = options
  const ask = (...typed: [Fields, Fields]) =>
    api<E>(endpoint, ...([input(...typed)] as Arguments<E>))
  const { send = ask as NonNullable<typeof options.send>, ...rest } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const [refusals, setRefusals] = useState(0)
  // With what was typed comes what it was typed over, so that it undoes nothing of others.
  const [kept] = useState(() => draft && readDraft<Typed<Fields>>(draft.uid, draft.form))
  const [base, setBase] = useState(kept?.base ?? initial)
  const {
    register,
    handleSubmit,
    watch,
    getValues,
    setValue,
    clearErrors,
    trigger,
    reset,
    formState,
  } = useForm<FieldValues>({
    defaultValues: kept?.values ?? initial,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    async resolver(typed) {
      const { body } = schema
        ? { body: typed }
        : (input(typed as Fields, base) as { body: unknown })
      const judged = await (schema ?? endpoint.body)?.safeParseAsync(body)
      const errors = faultsOf(judged?.error, typed)
      return Object.keys(errors).length ? { values: {}, errors } : { values: typed, errors: {} }
    },
  })
  const { errors } = formState
  const values = watch() as Fields
  const dirty = !isSame(base, values)

  const { done, close } = useUnsaved(
    dirty && draft !== undefined && draft.kept !== 'typing',
    draft?.kept === 'secret' ? null : draft?.loses,
    () => draft && keepDraft(draft.uid, draft.form, { base, values }, draft.kept === 'secret'),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is in the form now
  useEffect(() => {
    if (kept && draft && draft.kept !== 'typing') dropDraft(draft.uid, draft.form)
  }, [kept])
  useEffect(() => {
    if (draft?.kept !== 'typing' || sent.current) return
    if (dirty) keepDraft(draft.uid, draft.form, { base, values })
    else dropDraft(draft.uid, draft.form)
  })

  const action = useAction<[Fields], Answer>(
    async (fields) => {
      const answer = await send(fields, base)
      sent.current = true
      done()
      if (draft) dropDraft(draft.uid, draft.form)
      return answer
    },
    {
      ...rest,
      say: (error, failed) =>
        isStale(error) ? staleMessage(error) : (rest.say ?? messageOf)(error, failed),
    },
  )
  async function run(fields: Fields) {
    const isDone = await action.run(fields)
    if (!isDone) setRefusals((before) => before + 1)
    return isDone
  }

  const stale = !action.pending && isStale(action.cause)
  const loaded = JSON.stringify(initial)
  const followed = useRef(loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is loaded, not what is typed
  useEffect(() => {
    if (followed.current === loaded && !stale) return
    followed.current = loaded
    const typed = getValues() as Fields
    for (const [name, value] of Object.entries(rebase(base, typed, initial))) setValue(name, value)
    setBase(initial)
    options.onRebase?.(base, typed, initial)
    if (stale) setRefusals((before) => before + 1)
  }, [loaded, stale])

  useEffect(() => {
    if (refusals === 0) return
    const fault = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (fault) fault.focus()
    // In the middle it is clear of the toasts.
    else element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [refusals])

  const field = action.cause instanceof ApiError && about?.[action.cause.code as CodeOf<E>]
  const told = { ...(field && { [field]: action.error }), ...action.fields }
  const faultOf = (name: keyof Fields & string): string | undefined =>
    (errors[name]?.message as string | undefined) ?? told[name]

  function touch(name?: string) {
    sent.current = false
    clearErrors(name)
    action.clear()
  }
  function set(part: Partial<Fields>) {
    for (const [name, value] of Object.entries(part)) {
      setValue(name, value)
      touch(name)
    }
  }

  return {
    /** For a button outside of the form element. */
    id,
    /** What the form element takes. */
    attributes: {
      id,
      ref: element,
      noValidate: true,
      async onSubmit(event: FormEvent) {
        action.clear()
        let isRefused = false
        const submit = handleSubmit(
          (fields) => holds?.(fields as Fields) || run(fields as Fields),
          () => {
            isRefused = true
          },
        )
        await submit(event)
        // The fields are marked now.
        if (isRefused) setRefusals((before) => before + 1)
      },
    },
    /** For an element of the browser: a text, a select, a checkbox. */
    input: <Name extends keyof Fields & string>(name: Name) => ({
      ...register(name, { onChange: () => touch(name) }),
      error: faultOf(name),
    }),
    /** For a part that takes a value and tells the next. */
    control: <Name extends keyof Fields & string>(name: Name) => ({
      value: values[name],
      error: faultOf(name),
      onChange: (value: Fields[Name]) => set({ [name]: value } as unknown as Partial<Fields>),
    }),
    values,
    set,
    /** How often something was wrong with it. */
    refusals,
    dirty,
    pending: action.pending,
    /** What failed, unless that stands at a field. */
    error: Object.keys(told).some((name) => name in values) ? undefined : action.error,
    /** What failed, wherever it stands. */
    failure: action.error,
    cause: action.cause,
    /** Sends what was held. */
    send: () => run(getValues() as Fields),
    /** Whether nothing is wrong with it yet; what is, is shown. */
    async check() {
      const fine = await trigger()
      if (!fine) setRefusals((before) => before + 1)
      return fine
    },
    /** Forgets what was wrong. */
    clear: () => touch(),
    /** Gives up what was typed. */
    reset() {
      reset(initial)
      touch()
    },
    /** Closes the dialog that it is in, once it was asked. */
    close,
  }
}

type Typed<Fields> = { base: Fields; values: Fields }

const asBody = <E extends Endpoint>(fields: object) => ({ body: fields }) as Input<E>

/** The first fault of each field. What is wrong elsewhere is for the server to tell. */
function faultsOf(error: z.ZodError | undefined, typed: FieldValues): FieldErrors {
  const faults: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    if (name in typed) faults[name] ??= { type: 'invalid', message }
  }
  return faults
}
