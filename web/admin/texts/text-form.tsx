import { useMemo, useRef } from 'react'
import type { Me } from '#contract/platform/sessions.ts'
import { staffTexts, type TextState, type TextVersion } from '#contract/platform/staff-texts.ts'
import { isMailText } from '#contract/platform/text-pages.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { SettingsGroup } from '../settings/group.tsx'
import { FieldOf } from './field-of.tsx'
import { useLivePreview } from './live-preview.ts'
import { MailPreview } from './mail-preview.tsx'
import { schemaOf, textPageOf } from './pages.ts'
import { Placeholders } from './placeholders.tsx'
import { Publishing } from './publishing.tsx'
import { Versions } from './versions.tsx'

export type TextFields = Record<string, unknown>

type TextFormProps = { state: TextState; versions: TextVersion[]; total: number; user: Me }

/** Edits a text: the published version, or the existing draft. */
export function TextForm({ state, versions, total, user }: TextFormProps) {
  const { name, mail, draft, published, defaults, revision } = state
  const publishes = useRef(false)
  const page = textPageOf(state)
  const schema = useMemo(() => schemaOf({ name, mail }), [name, mail])
  const initial: TextFields = { ...(draft ?? published), revision }
  const form = useRecordForm(mail ? staffTexts.saveMail : staffTexts.save, {
    initial,
    schema: schema.loose(),
    toInput: (fields) => {
      const body = { ...fields, name, publish: publishes.current }
      return { body } as Input<typeof staffTexts.save>
    },
    done: (now) => (now.draft_at ? 'Draft saved' : 'Published'),
    failed: 'Failed to save the text',
    draft: { uid: user.uid, form: `text ${name}` },
    onDone(now) {
      if (name === 'footer' && !now.draft) tellConfig({ footer: now.published as never })
    },
  })
  useLivePreview(name, form.values)

  return (
    <form
      {...form.attributes}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        {mail && (
          <p className="max-w-3xl text-soft">
            <Placeholders of={page.placeholders} />
          </p>
        )}
        {page.groups.map((group) => (
          <SettingsGroup key={group.title} title={group.title}>
            {group.fields.map((field) => (
              <FieldOf
                key={field.name}
                page={page}
                field={field}
                schema={schema.shape[field.name]}
                form={form}
                given={defaults[field.name]}
              />
            ))}
          </SettingsGroup>
        ))}
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        {mail && isMailText(name) && (
          <MailPreview name={name} mail={mail} words={textsOf(form.values)} user={user} />
        )}
      </div>
      <div className="grid gap-5 xl:sticky xl:top-6">
        <Publishing
          state={state}
          dirty={form.dirty}
          pending={form.pending}
          onSave={() => {
            publishes.current = false
          }}
          onPublish={() => {
            publishes.current = true
          }}
          onReset={form.reset}
        />
        <Versions state={state} versions={versions} total={total} />
      </div>
    </form>
  )
}

const textsOf = ({ revision: _, ...texts }: TextFields) => texts
