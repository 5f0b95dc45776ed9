// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { badGateway, fakeApi } from '../testing/fake-api.ts'
import { pressEscape, renderPages } from '../testing/page.tsx'
import { AddSuppression } from './campaigns/add-suppression.tsx'

async function open() {
  const server = fakeApi()
  const page = await renderPages({ '/': AddSuppression })
  const ask = async () => {
    await page.submit('Add Address')
    return within(await screen.findByRole('dialog'))
  }
  async function send(dialog: Awaited<ReturnType<typeof ask>>) {
    const button = dialog.getByRole('button', { name: 'Add Address' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    await page.click(button)
  }
  return { server, page, ask, send }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a dialog whose action fails stays open with the typed text and shows the reason', async () => {
  const { server, page, ask, send } = await open()
  server.on(mailSuppressions.add, badGateway())
  const dialog = await ask()
  await page.type(dialog.getByLabelText('Email'), 'mara@example.com')
  await send(dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to add the address')
  expect((dialog.getByLabelText('Email') as HTMLInputElement).value).toBe('mara@example.com')

  const created_at = '2026-03-03T00:00:00Z'
  server.on(mailSuppressions.add, { email: 'mara@example.com', reason: 'staff', created_at })
  await send(dialog)
  await closed()
  await screen.findByText('Address added to the list')
  expect(server.callsOf(mailSuppressions.add).map(({ body }) => body)).toEqual([
    { email: 'mara@example.com' },
    { email: 'mara@example.com' },
  ])
})

test('a dialog that was closed opens empty', async () => {
  const { page, ask } = await open()
  const dialog = await ask()
  await page.type(dialog.getByLabelText('Email'), 'mara@example.com')
  pressEscape()
  await page.submit('Discard Changes')
  await closed()
  expect(((await ask()).getByLabelText('Email') as HTMLInputElement).value).toBe('')
})
