import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod'
import type { Endpoint, Input, Result } from '#contract/endpoint.ts'
import type { CodeOf } from '#contract/refusals.ts'
import { useAction } from './action.ts'
import type { ActionOptions } from './attempt.ts'
import { api } from './client.ts'
import { ApiError, messageOf } from './error.ts'
import { faultsOf, useFirstFault } from './faults.ts'
import { contradicts, isStale, rebase, staleMessage } from './rebase.ts'
import type { Arguments } from './request.ts'
import { isTyped, readWork, useWork, type WorkOptions } from './work.ts'

type FormOptions<E extends Endpoint, Fields, Answer> = ActionOptions<Answer> &
  WorkOptions & {
    /**
     * What it begins with; what was not touched follows it. With a `revision` among it, what is typed
     * over stays the version that is sent, until a save is refused as stale. Left out where somebody may
     * have typed before the scripts ran.
     */
    initial?: Fields
    /**
     * What the endpoint is asked, when the fields are not its body as they are. `base` is what they
     * were typed over.
     */
    toInput?: (fields: Fields, base: Fields) => Input<E>
    /** What the fields must be, when that is not what the endpoint's body must be. */
    schema?: z.ZodType<unknown, Fields>
    /** Sends them, when that takes more than the one call. */
    send?: (fields: Fields, base: Fields) => Promise<Answer>
    /** Whether there is something to ask before; `sendHeld` of the form then goes on. */
    holds?: (fields: Fields) => boolean
    /** Whether an answer means that what was typed is saved, when that is not every answer. */
    isSaved?: (answer: Answer) => boolean
    /** What is there by that answer, where it may be written otherwise than it was typed. */
    kept?: (answer: Answer) => Fields
    /** Editing a field also clears the fault of the field that repeats it. */
    repeats?: { [Name in keyof Fields & string]?: keyof Fields & string }
    /** Refusals that are about one field. */
    about?: { [Code in CodeOf<E>]?: keyof Fields & string }
    /** Told when what was typed has been put on what is there now. */
    onRebase?: (loaded: Fields, typed: Fields, now: Fields) => void
  }

/**
 * The way to fill a form. The schema of the endpoint's body judges it before it is sent, and the server
 * after. A fault stands at its field until somebody types there, and the first has the focus. A save
 * that somebody else's has overtaken says so, and what was typed is put on theirs. It asks before what
 * is typed is lost, unless the options say why not.
 */
export function useEndpointForm<E extends Endpoint, Fields extends object, Answer = Result<E>>(
  endpoint: E,
  options: FormOptions<E, Fields, Answer>,
) {
  const { initial = {} as Fields, toInput = asBody<E>, schema, holds, about, repeats } = options
  const ask = (...typed: [Fields, Fields]) =>
    api<E>(endpoint, ...([toInput(...typed)] as Arguments<E>))
  const { send = ask as NonNullable<typeof options.send>, isSaved = () => true, ...rest } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const faults = useFirstFault(element)
  const readings = useRef(new Set<Promise<boolean>>())
  const [kept] = useState(() => readWork(options.draft, initial))
  const [base, setBase] = useState(kept.base)
  const [saves, setSaves] = useState(0)
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
    defaultValues: kept.values,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    async resolver(typed) {
      const { body } = schema
        ? { body: typed }
        : (toInput(typed as Fields, base) as { body: unknown })
      const judged = await (schema ?? endpoint.body)?.safeParseAsync(body)
      const errors = faultsOf(judged?.error, typed)
      return Object.keys(errors).length ? { values: {}, errors } : { values: typed, errors: {} }
    },
  })
  function fill(fields: Fields) {
    for (const [name, value] of Object.entries(fields)) setValue(name, value)
  }
  const { errors } = formState
  const values = watch() as Fields
  const work = useWork(options, { base, values })

  const action = useAction<[Fields], Answer>(
    async (fields) => {
      const answer = await send(fields, base)
      if (isSaved(answer)) {
        work.done()
        // What was sent is there now, however the shop has written it.
        const now = options.kept?.(answer)
        if (now) fill(rebase(fields, getValues() as Fields, now))
        setBase(now ?? fields)
        setSaves((before) => before + 1)
      }
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
    if (!isDone) faults.show()
    return isDone
  }

  const stale = !action.pending && isStale(action.cause)
  const loaded = JSON.stringify(initial)
  const followed = useRef(loaded)
  const told = useRef<unknown>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is loaded, not what is typed
  useEffect(() => {
    const tells = stale && told.current !== action.cause
    if (followed.current === loaded && !tells) return
    const typed = getValues() as Fields
    // The page may load again for many a reason. Whoever saves is told first what they would undo.
    if (!tells && 'revision' in initial && contradicts(base, typed, initial)) return
    followed.current = loaded
    if (tells) told.current = action.cause
    fill(rebase(base, typed, initial))
    setBase(initial)
    options.onRebase?.(base, typed, initial)
    if (tells) faults.show()
  }, [loaded, stale, saves])

  const field = action.cause instanceof ApiError && about?.[action.cause.code as CodeOf<E>]
  const refused = {
    ...(field && { [field]: messageOf(action.cause, action.error ?? rest.failed) }),
    ...action.fields,
  }
  const faultOf = (name: keyof Fields & string): string | undefined =>
    (errors[name]?.message as string | undefined) ?? refused[name]

  function touch(name?: string) {
    work.goOn()
    clearErrors(name)
    const repetition = repeats?.[name as keyof Fields & string]
    if (repetition) clearErrors(repetition)
    action.clear()
  }
  function set(part: Partial<Fields>) {
    for (const [name, value] of Object.entries(part)) {
      setValue(name, value)
      touch(name)
    }
  }

  /** Fills in what the visitor did not type and may leave. */
  function offer(part: Partial<Fields>) {
    set(part)
    setBase((before) => ({ ...before, ...part }))
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
        event.preventDefault()
        action.clear()
        const read = await Promise.all(readings.current)
        let isRefused = read.includes(false)
        if (isRefused) return faults.show()
        const submit = handleSubmit(
          (fields) => holds?.(fields as Fields) || run(fields as Fields),
          () => {
            isRefused = true
          },
        )
        await submit(event)
        // The fields are marked now.
        if (isRefused) faults.show()
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
    /**
     * Has sending wait for what is read for a field, as a file that was chosen. It ends with
     * whether there is something to send; if not, the field says why.
     */
    waitFor(reading: Promise<boolean>) {
      readings.current.add(reading)
      void reading.then(() => readings.current.delete(reading))
    },
    values,
    /** What is typed by now, for an effect. */
    read: () => getValues() as Fields,
    set,
    offer,
    /** How often something was wrong with it. */
    faultCount: faults.count,
    dirty: isTyped(base, values),
    pending: action.pending,
    /** What failed, unless that stands at a field. */
    error: Object.keys(refused).some((name) => name in values) ? undefined : action.error,
    /** What failed, wherever it stands. */
    failure: action.error,
    cause: action.cause,
    /** Sends what was held. */
    sendHeld: () => run(getValues() as Fields),
    /** Whether nothing is wrong with it yet; what is, is shown. */
    async check() {
      const fine = await trigger()
      if (!fine) faults.show()
      return fine
    },
    /** Forgets what was wrong. */
    clear: () => touch(),
    /** Gives up what was typed. */
    reset() {
      reset(initial)
      setBase(initial)
      followed.current = loaded
      touch()
    },
    /** Closes the dialog that it is in, once it was asked. */
    close: work.close,
  }
}

export type Form<Fields extends object> = ReturnType<
  typeof useEndpointForm<Endpoint, Fields, unknown>
>

const asBody = <E extends Endpoint>(fields: object) => ({ body: fields }) as Input<E>
