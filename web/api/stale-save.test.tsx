// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { type StaffModule, staffStatus } from '#contract/outages/staff-status.ts'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import * as editUser from '../admin/users/edit-user.tsx'
import { fakeApi, refused } from '../testing/fake-api.ts'
import { renderPages } from '../testing/page.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAction } from './action.ts'
import { api } from './client.ts'
import { ConfirmAction } from './confirm-action.tsx'
import { useEndpointForm } from './form.ts'
import { FormDialog } from './form-dialog.tsx'
import { useRecordForm } from './record-form.ts'

const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

const saved: User = {
  uid: 7,
  username: 'customer',
  email: 'customer@example.com',
  admin: false,
  support: false,
  banned: false,
  verified: false,
  second_factor: false,
  created_at: '2026-01-01T00:00:00Z',
  last_login: null,
  infraction_count: 0,
  terms_version: null,
  terms_accepted_at: null,
  revision: 1,
}

const UserPage = () => <h1>User</h1>

/** Opens the page of a user whom Ben then changes. Saves with another revision are refused. */
async function openUser(change: Partial<User>, changes: string) {
  const server = fakeApi()
  let user = saved
  server.on(staffUsers.get, () => user)
  server.on(staffSubscriptions.list, { subscriptions: [], total: 0, gifts: [] })
  server.on(staffUsers.change, ({ body }) =>
    body.revision === user.revision
      ? user
      : refused(staffUsers.change, 'changed_meanwhile', { changes: `ben: ${changes}` }),
  )
  const pages = { '/admin/users/:id/edit': editUser, '/admin/users/:id': UserPage }
  const page = await renderPages(pages, { at: '/admin/users/7/edit' })
  await screen.findByLabelText('Username')
  user = { ...user, ...change, revision: 2 }
  return {
    ...page,
    save: () => page.submit('Save Changes'),
    bodies: () => server.callsOf(staffUsers.change).map(({ body }) => body),
  }
}

test('a save keeps another user’s change to other fields, and the form shows it', async () => {
  const change = { banned: true, support: true, verified: true }
  const { clear, type, save, bodies } = await openUser(change, 'banned from no to yes')
  await clear(screen.getByLabelText('Username'))
  await type(screen.getByLabelText('Username'), 'renamed')
  await save()
  const told = await screen.findByText(/Changed by ben: banned from no to yes/)
  expect(told.textContent).toContain('Save again to keep it')
  expect(screen.getByText('Failed to update user')).toBeTruthy()
  await waitFor(() => expect(typedIn('Status')).toBe('banned'))
  expect(typedIn('Username')).toBe('renamed')
  expect(typedIn('Role')).toBe('support')
  await save()
  await screen.findByText('User updated successfully')
  expect(bodies()).toEqual([
    { revision: 1, username: 'renamed' },
    { revision: 2, username: 'renamed' },
  ])
})

test('a form reports another user’s change of the same field, and the next save overwrites it', async () => {
  const { clear, type, save, bodies } = await openUser({ username: 'theirs' }, 'username to theirs')
  await clear(screen.getByLabelText('Username'))
  await type(screen.getByLabelText('Username'), 'mine')
  await save()
  await screen.findByText(/Changed by ben: username to theirs/)
  expect(typedIn('Username')).toBe('mine')
  await save()
  await screen.findByText('User updated successfully')
  expect(bodies().at(-1)).toEqual({ revision: 2, username: 'mine' })
})

/** A page with one module, which reloads after each save, and the buttons of one action each. */
function Sample() {
  const module = useLoaderData<StaffModule>()
  const { repo, version, status, revision } = module
  const form = useRecordForm(staffStatus.change, {
    initial: { version, status, revision },
    toInput: (body) => ({ params: { repo }, body }),
    done: 'Module updated',
    failed: 'Failed to update module',
    reload: 'always',
  })
  const remove = useAction(staffStatus.remove, { failed: 'Failed to remove module' })
  const [open, setOpen] = useState(false)
  return (
    <>
      <form {...form.attributes}>
        <TextField label="Version" {...form.input('version')} />
        <TextField label="Status" {...form.input('status')} />
        {form.error && <p role="alert">{form.error}</p>}
        <Button type="submit" loading={form.pending}>
          Save
        </Button>
      </form>
      {version !== 'gone' && (
        <ConfirmAction
          action={remove}
          input={[{ params: { repo } }]}
          button={(ask) => <Button onClick={ask}>Remove</Button>}
          title="Remove the module?"
          confirm="Remove Module"
        >
          It disappears from the status page.
        </ConfirmAction>
      )}
      {version !== 'gone' && <Button onClick={() => setOpen(true)}>Add</Button>}
      {version !== 'gone' && open && <AddDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useEndpointForm(staffStatus.add, {
    initial: { repo: '', version: '1', status: 'operational' as const },
    failed: 'Failed to add module',
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Add Module" submit="Add Module">
      <TextField label="Name" {...form.input('repo')} />
    </FormDialog>
  )
}

async function openSample() {
  const server = fakeApi()
  let module: StaffModule = {
    ...{ repo: 'loader', version: '1.0', status: 'operational', revision: 1 },
    last_updated: '2026-01-01T00:00:00Z',
  }
  let broken = false
  server.on(staffStatus.list, () => ({ modules: [module], total: 1 }))
  server.on(staffStatus.change, ({ body: { revision, ...body } }) => {
    if (broken) return refused(staffStatus.change, 'unexpected')
    if (revision !== module.revision)
      return refused(staffStatus.change, 'changed_meanwhile', { changes: 'ben: version to 3.0' })
    module = { ...module, ...body, revision: module.revision + 1 }
    return module
  })
  const clientLoader = async () => (await api(staffStatus.list, { query: {} })).modules[0]
  const page = await renderPages({ '/sample': { default: Sample, clientLoader } })
  const version = await screen.findByLabelText('Version')
  return {
    ...page,
    server,
    async typeVersion(text: string) {
      await page.clear(version)
      await page.type(version, text)
    },
    /** Another user saves. */
    change(part: Partial<StaffModule>) {
      module = { ...module, ...part, revision: module.revision + 1 }
    },
    breakSaves(now: boolean) {
      broken = now
    },
    save: () => page.submit('Save'),
    revisions: () => server.callsOf(staffStatus.change).map(({ body }) => body.revision),
  }
}

test('another user’s change is reported, even if the page has reloaded since', async () => {
  const { typeVersion, change, breakSaves, save, server, revisions } = await openSample()
  await typeVersion('2.0')
  change({ version: '3.0' })
  breakSaves(true)
  await save()
  await screen.findByText(/^Failed to update module/)
  await waitFor(() => expect(server.callsOf(staffStatus.list)).toHaveLength(2))
  breakSaves(false)
  await save()
  await screen.findByText(/Changed by ben: version to 3\.0/)
  expect(typedIn('Version')).toBe('2.0')
  await save()
  await screen.findByText('Module updated')
  expect(revisions()).toEqual([1, 1, 2])
})

test('a reload updates unedited fields with the changes of others, and the next save has the new revision', async () => {
  const { typeVersion, change, breakSaves, save, revisions } = await openSample()
  await typeVersion('2.0')
  change({ status: 'maintenance' })
  breakSaves(true)
  await save()
  await waitFor(() => expect(typedIn('Status')).toBe('maintenance'))
  expect(typedIn('Version')).toBe('2.0')
  breakSaves(false)
  await save()
  await screen.findByText('Module updated')
  expect(revisions()).toEqual([1, 2])
})

test('the reason of a refusal stays visible if another user’s change removes its button', async () => {
  const { click, change, server } = await openSample()
  server.on(staffStatus.remove, () => refused(staffStatus.remove, 'unknown_module'))
  await click(screen.getByRole('button', { name: 'Remove' }))
  change({ version: 'gone' })
  await click(screen.getByRole('button', { name: 'Remove Module' }))
  const { sentence } = staffStatus.remove.refusals.unknown_module
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull())
  expect(screen.getByLabelText('Notifications').textContent).toContain(sentence)
})

test('the reason of a refusal stays visible if another user’s change closes its form', async () => {
  const { click, type, change, server } = await openSample()
  server.on(staffStatus.add, () => refused(staffStatus.add, 'module_exists', { repo: 'site' }))
  await click(screen.getByRole('button', { name: 'Add' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add Module' }))
  await type(dialog.getByLabelText('Name'), 'site')
  change({ version: 'gone' })
  await click(dialog.getByRole('button', { name: 'Add Module' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Notifications').textContent).toMatch(
    /Module .*site.* already exists/,
  )
})
