import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SetupState, setup } from '#contract/shop/setup.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

/**
 * The shop's name, and whether its configured URL is correct, because links in emails and payments
 * use it.
 */
export function NameStep({ state }: { state: SetupState }) {
  const [changing, setChanging] = useState(!state.named)
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(changing)
  // The clicked button disappears, so move the focus to the element that replaces it.
  useEffect(() => {
    if (before.current === changing) return
    before.current = changing
    part.current?.querySelector<HTMLElement>(changing ? 'input' : 'button')?.focus()
  }, [changing])
  return (
    <div ref={part} className="grid gap-5">
      <Address siteUrl={state.site_url} />
      {state.name_from_environment && (
        <p className="text-soft">
          {state.shop_name}. The environment variable SHOP_NAME sets this name and overrides a name
          that is saved here.
        </p>
      )}
      {!state.name_from_environment && !changing && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">{state.shop_name}</p>
          <Button size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
        </div>
      )}
      {changing && <NameForm state={state} onDone={() => setChanging(false)} />}
    </div>
  )
}

function NameForm({ state, onDone }: { state: SetupState; onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useRecordForm(setup.change, {
    initial: { shop_name: state.named ? state.shop_name : '', revision: state.revision },
    failed: 'Failed to save the name',
    draft: { uid: useSession()?.uid ?? 0, form: 'shop name' },
    reload: 'never',
    async onDone({ shop_name }) {
      tellConfig({ shopName: shop_name })
      // Reload first. Otherwise 'Change' would start with the old name and replace it later.
      await revalidate()
      onDone()
    },
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <TextField
        label="Shop name"
        hint="Shown on every page and in every email."
        autoComplete="organization"
        {...form.input('shop_name')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div>
        <Button type="submit" look="primary" loading={form.pending}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Address({ siteUrl }: { siteUrl: string }) {
  const { origin } = window.location
  if (origin !== siteUrl) {
    return (
      <ErrorBox>
        {`You opened the shop at ${origin}, but its configured address is ${siteUrl}, which links in emails and payments use. Open it at that address, or restart it with SITE_URL=${origin}.`}
      </ErrorBox>
    )
  }
  return (
    <>
      <p className="flex items-start gap-2.5 text-soft">
        <CircleCheck size={20} aria-hidden="true" className="h-[1lh] shrink-0 text-success" />
        <span className="min-w-0 break-words">The shop’s address is {siteUrl}.</span>
      </p>
      {!window.isSecureContext && (
        <Notice>
          This address does not use HTTPS. Passwords are not protected on their way, and browsers
          refuse the built-in captcha, so nobody can sign in, including you after you sign out. Put
          a reverse proxy with a certificate in front of the shop before you open it.
        </Notice>
      )}
    </>
  )
}
