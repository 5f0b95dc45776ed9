// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { sessions } from '#contract/platform/sessions.ts'
import * as login from '../account/login.tsx'
import * as signup from '../account/signup.tsx'
import { AddModule } from '../admin/status/add-module.tsx'
import { hasEndedUnasked } from '../session/session.ts'
import { fakeApi, refused } from '../testing/fake-api.ts'
import { admin, pressEscape, renderPages } from '../testing/page.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useEndpointForm } from './form.ts'
import { FormDialog } from './form-dialog.tsx'

const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' })
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const heading = (name: string) => screen.findByRole('heading', { name })

const initial = { repo: '', version: '', status: 'operational' as const }
const saved = {
  ...initial,
  repo: 'site',
  version: '1',
  last_updated: '2026-01-01T00:00:00Z',
  revision: 1,
}

/** A page with a form that asks before it discards changes, as all forms do by default. */
function FormPage() {
  const form = useEndpointForm(staffStatus.add, {
    initial,
    done: 'Module added',
    failed: 'Failed to add module',
    draft: { uid: admin.uid, form: 'sample' },
  })
  return (
    <>
      <h1>Form</h1>
      <Link to="/other">Other page</Link>
      <Link to="/form?tab=2">Other tab</Link>
      <Link to="/form#below">Further down</Link>
      <form {...form.attributes}>
        <TextField label="Name" {...form.input('repo')} />
        <TextField label="Version" {...form.input('version')} />
        <Button type="submit">Save</Button>
      </form>
    </>
  )
}

const Login = () => <h1>Sign In</h1>
const Status = () => <AddModule uid={admin.uid} />

const Other = () => (
  <>
    <h1>Other</h1>
    <Link to="/form">To the form</Link>
  </>
)

async function openForm() {
  const server = fakeApi()
  const page = await renderPages(
    { '/form': FormPage, '/other': Other, '/login': Login },
    { at: '/other' },
  )
  const reopen = async () => {
    await page.click(screen.getByRole('link', { name: 'To the form' }))
    await heading('Form')
  }
  await reopen()
  return {
    ...page,
    server,
    reopen,
    typeName: () => page.type(screen.getByLabelText('Name'), 'site'),
    async answer(name: 'Keep Editing' | 'Discard Changes') {
      const dialog = await screen.findByRole('dialog', { name: 'Discard your changes?' })
      await page.click(within(dialog).getByRole('button', { name }))
      await waitFor(() => expect(question()).toBeNull())
    },
  }
}

/** Whether the browser would ask before it reloads or closes the page. */
function asksOnReload() {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const ways = {
  'a link': ({ click }: Awaited<ReturnType<typeof openForm>>) =>
    click(screen.getByRole('link', { name: 'Other page' })),
  Back: ({ go }: Awaited<ReturnType<typeof openForm>>) => go(-1),
}

for (const [name, leave] of Object.entries(ways)) {
  test(`${name} asks before it discards unsaved changes`, async () => {
    const page = await openForm()
    await page.typeName()
    await leave(page)
    await page.answer('Keep Editing')
    expect(page.address()).toBe('/form')
    expect(typedIn('Name')).toBe('site')
    await leave(page)
    pressEscape()
    await waitFor(() => expect(question()).toBeNull())
    expect(typedIn('Name')).toBe('site')
    await leave(page)
    await page.answer('Discard Changes')
    await heading('Other')
    // There is no unsaved input, so the page asks nothing.
    await page.reopen()
    expect(typedIn('Name')).toBe('')
    await leave(page)
    await heading('Other')
  })
}

test('another query asks, because it may remove the form, and an anchor does not', async () => {
  const { typeName, click, answer, address } = await openForm()
  await typeName()
  await click(screen.getByRole('link', { name: 'Further down' }))
  expect(question()).toBeNull()
  await click(screen.getByRole('link', { name: 'Other tab' }))
  await answer('Keep Editing')
  expect(address()).toBe('/form')
})

test('a reload or closing the window asks only while there are unsaved changes', async () => {
  const { typeName, clear, click, type, server } = await openForm()
  server.on(staffStatus.add, saved)
  expect(asksOnReload()).toBe(false)
  await typeName()
  expect(asksOnReload()).toBe(true)
  await clear(screen.getByLabelText('Name'))
  expect(asksOnReload()).toBe(false)
  await typeName()
  await type(screen.getByLabelText('Version'), '1')
  await click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Module added')
  expect(asksOnReload()).toBe(false)
  await click(screen.getByRole('link', { name: 'Other page' }))
  await heading('Other')
})

test('a form that could not be saved still asks', async () => {
  const { typeName, click, answer } = await openForm()
  await typeName()
  await click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a version')
  await click(screen.getByRole('link', { name: 'Other page' }))
  await answer('Discard Changes')
  await heading('Other')
})

/** A page that opens a form in a dialog. */
function DialogPage() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1>Modules</h1>
      <Button onClick={() => setOpen(true)}>Add</Button>
      {open && <Sample onClose={() => setOpen(false)} />}
    </>
  )
}

function Sample({ onClose }: { onClose: () => void }) {
  const form = useEndpointForm(staffStatus.add, { initial, failed: 'Failed' })
  return (
    <FormDialog form={form} onClose={onClose} title="Add Module" submit="Add Module">
      <TextField label="Name" {...form.input('repo')} />
    </FormDialog>
  )
}

const closers = {
  Escape: () => pressEscape(),
  'the close button': (click: (element: Element) => Promise<void>) =>
    click(screen.getByRole('button', { name: 'Close' })),
  Cancel: (click: (element: Element) => Promise<void>) =>
    click(screen.getByRole('button', { name: 'Cancel' })),
}

test.each(Object.entries(closers))(
  'a dialog asks before %s discards typed text, and not if nothing is typed',
  async (_, close) => {
    fakeApi()
    const { click, type } = await renderPages({ '/modules': DialogPage })
    const answer = async (name: string) => {
      await click(within(question()!).getByRole('button', { name }))
      await waitFor(() => expect(question()).toBeNull())
    }
    await click(screen.getByRole('button', { name: 'Add' }))
    await close(click)
    expect(screen.queryByRole('dialog')).toBeNull()
    await click(screen.getByRole('button', { name: 'Add' }))
    await type(screen.getByLabelText('Name'), 'half')
    await close(click)
    await answer('Keep Editing')
    expect(typedIn('Name')).toBe('half')
    await close(click)
    await answer('Discard Changes')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asksOnReload()).toBe(false)
  },
)

test('the sign-up page asks before it discards typed text, and the sign-in page does not', async () => {
  fakeApi()
  const pages = { '/signup': signup, '/login': login }
  const { click, type } = await renderPages(pages, { user: null })
  await type(screen.getByLabelText('Username'), 'somebody')
  await click(screen.getByRole('link', { name: 'Sign in' }))
  await click(within(question()!).getByRole('button', { name: 'Keep Editing' }))
  expect(typedIn('Username')).toBe('somebody')
  await click(screen.getByRole('link', { name: 'Sign in' }))
  await click(within(question()!).getByRole('button', { name: 'Discard Changes' }))
  await heading('Sign In')
  await type(screen.getByLabelText('Username'), 'somebody')
  await click(screen.getByRole('link', { name: 'Create an account' }))
  await heading('Sign Up')
})

test('an ended session redirects to the sign-in without a question and keeps the typed text', async () => {
  const { typeName, click, type, go, server } = await openForm()
  server.on(staffStatus.add, () => refused(staffStatus.add, 'unauthenticated'))
  await typeName()
  await type(screen.getByLabelText('Version'), '1')
  await click(screen.getByRole('button', { name: 'Save' }))
  await heading('Sign In')
  expect(hasEndedUnasked()).toBe(true)
  await go('/form')
  await heading('Form')
  expect(typedIn('Name')).toBe('site')
  expect(asksOnReload()).toBe(true)
})

test('a dialog that closed because the session ended reopens after the sign-in', async () => {
  const server = fakeApi()
  server.on(staffStatus.add, () => refused(staffStatus.add, 'unauthenticated'))
  server.on(sessions.get, admin)
  const { click, type, go } = await renderPages({ '/admin/status': Status, '/login': Login })
  await click(screen.getByRole('button', { name: 'Add Module' }))
  const dialog = within(screen.getByRole('dialog'))
  await type(dialog.getByLabelText('Name'), 'half-a-module')
  await type(dialog.getByLabelText('Version'), '1.0.0')
  await click(dialog.getByRole('button', { name: 'Add Module' }))
  await heading('Sign In')
  await go('/admin/status')
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Name').value).toBe(
    'half-a-module',
  )
})
