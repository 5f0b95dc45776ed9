import { type FormEvent, useId, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import type { CodeOf } from '#contract/wire/refusals.ts'
import { useAction } from './action.ts'
import type { ActionOptions } from './attempt.ts'
import { api } from './client.ts'
import { ApiError, messageOf } from './error.ts'
import { faultsOf, useFirstFault } from './faults.ts'
import { isSame } from './rebase.ts'
import type { Arguments } from './request.ts'
import { isTyped, readWork, useWork, type WorkOptions } from './work.ts'

export type SubmitOptions<E extends Endpoint, Fields, Answer> = ActionOptions<Answer> & {
  /** The initial values. Leave them out if a user may have typed before the scripts ran. */
  initial?: Fields
  /**
   * Maps the fields to the endpoint's input, if they are not its body as they are. `base` has the
   * values before the edits.
   */
  toInput?: (fields: Fields, base: Fields) => Input<E>
  /** The schema of the fields, if it differs from the schema of the endpoint's body. */
  schema?: z.ZodType<unknown, Fields>
  /** Submits the form, if that takes more than one call. */
  send?: (fields: Fields, base: Fields) => Promise<Answer>
  /** Whether submitting needs a confirmation first. `sendHeld` of the form then continues. */
  holds?: (fields: Fields) => boolean
  /** Whether an answer means that the changes are saved, if not every answer does. */
  isSaved?: (answer: Answer) => boolean
  /** Editing a field also clears the error of the field that repeats it. */
  repeats?: { [Name in keyof Fields & string]?: keyof Fields & string }
  /** Maps error codes to the field that they are about. */
  about?: { [Code in CodeOf<E>]?: keyof Fields & string }
}

export type FormOptions<E extends Endpoint, Fields, Answer> = SubmitOptions<E, Fields, Answer> &
  WorkOptions

/**
 * The form hook of the shop. It validates with the schema of the endpoint's body before submitting,
 * and the server validates again. An error stays at its field until the user edits the field, and
 * the first error gets the focus. The form asks before unsaved changes are lost, unless the options
 * give a reason not to. For a record that others may change while the form is open, use
 * `useRecordForm`.
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
  const { errors } = formState
  const values = watch() as Fields
  const work = useWork(options, { base, values })

  const action = useAction<[Fields], Answer>(
    async (fields) => {
      const answer = await send(fields, base)
      if (isSaved(answer)) {
        work.done()
        setBase(fields)
      }
      return answer
    },
    { say: messageOf, ...rest },
  )
  async function run(fields: Fields) {
    const isDone = await action.run(fields)
    if (!isDone) faults.show()
    return isDone
  }

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

  /** Fills in values that the user did not type and that need no unsaved-changes question. */
  function offer(part: Partial<Fields>) {
    set(part)
    setBase((before) => ({ ...before, ...part }))
  }

  return {
    /** For a submit button outside of the form element. */
    id,
    /** The attributes of the form element. */
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
        // The fields have their errors by now.
        if (isRefused) faults.show()
      },
    },
    /** For a native element: a text field, a select, a checkbox. */
    input: <Name extends keyof Fields & string>(name: Name) => ({
      ...register(name, { onChange: () => touch(name) }),
      error: faultOf(name),
    }),
    /** For a component that takes a value and reports changes. */
    control: <Name extends keyof Fields & string>(name: Name) => ({
      value: values[name],
      error: faultOf(name),
      onChange: (value: Fields[Name]) => set({ [name]: value } as unknown as Partial<Fields>),
    }),
    /**
     * Delays submitting until a field's data has been read, such as a chosen file. The promise
     * resolves to whether there is something to submit. If not, the field shows why.
     */
    waitFor(reading: Promise<boolean>) {
      readings.current.add(reading)
      void reading.then(() => readings.current.delete(reading))
    },
    values,
    /** The current values, for use in an effect. */
    read: () => getValues() as Fields,
    /** The values before the user's edits. */
    base,
    set,
    /** Replaces the values, and the values before the edits. */
    fill(fields: Fields, before: Fields) {
      for (const [name, value] of Object.entries(fields)) {
        // An error is about the value that the user saw, not about the newer one.
        if (!isSame({ value }, { value: getValues(name) })) clearErrors(name)
        setValue(name, value)
      }
      setBase(before)
    },
    offer,
    /** How many times validation has failed. */
    faultCount: faults.count,
    /** Moves the focus to the first error. */
    showFault: faults.show,
    dirty: isTyped(base, values),
    pending: action.pending,
    /** The failure, unless it is shown at a field. */
    error: Object.keys(refused).some((name) => name in values) ? undefined : action.error,
    /** The failure, wherever it is shown. */
    failure: action.error,
    cause: action.cause,
    /** Submits the form after the confirmation. */
    sendHeld: () => run(getValues() as Fields),
    /** Validates the form, shows the errors, and resolves to whether there are none. */
    async check() {
      const fine = await trigger()
      if (!fine) faults.show()
      return fine
    },
    /** Clears the errors. */
    clear: () => touch(),
    /** Discards the changes. */
    reset() {
      reset(initial)
      setBase(initial)
      touch()
    },
    /** Closes the dialog around the form, after asking about unsaved changes. */
    close: work.close,
  }
}

export type Form<Fields extends object> = ReturnType<
  typeof useEndpointForm<Endpoint, Fields, unknown>
>

const asBody = <E extends Endpoint>(fields: object) => ({ body: fields }) as Input<E>
