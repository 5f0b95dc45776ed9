import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.resolve(import.meta.dirname, '..')

/**
 * Forms that do not ask before the user leaves them, and why. A new entry needs an equally good
 * reason.
 */
const unasked = {
  'account/devices/release-device.tsx': 'password',
  'account/forgot-password.tsx': 'sign-in',
  'account/link.tsx': 'code',
  'account/login.tsx': 'sign-in',
  'account/payouts/address-form.tsx': 'code',
  'account/payouts/code-form.tsx': 'code',
  'account/profile/change-password.tsx': 'password',
  'account/profile/second-factor.tsx': 'password',
  'account/profile/turn-on.tsx': 'code',
  'account/referrals/redeem.tsx': 'choice',
  'account/resend-verification.tsx': 'sign-in',
  'account/reset-password.tsx': 'password',
  'admin/services/mail-form.tsx': 'code',
  'admin/setup/backups-step.tsx': 'choice',
  'admin/setup/currency-step.tsx': 'choice',
  'admin/setup/law-step.tsx': 'choice',
  'admin/setup/time-zone-step.tsx': 'choice',
}

/** Forms without a draft, because their visitors are not signed in. */
const unkept = ['account/signup.tsx']

/**
 * Dialogs that the URL or other files open, and those files, which look for their draft. None for
 * the URL.
 */
const openedElsewhere: Record<string, string[]> = {
  'admin/credits/policy-dialog.tsx': ['admin/credits/policy-table.tsx'],
  'admin/orders/payout-dialogs.tsx': ['admin/orders/payout-actions.tsx'],
  'admin/orders/refund-dialog.tsx': ['admin/orders/refund-button.tsx'],
  'admin/status/module-dialog.tsx': ['admin/status/add-module.tsx', 'admin/status/edit-module.tsx'],
}

/** Components that hold typed text themselves. All others must use a form, which asks. */
const byHand = {
  'account/orders/orders-tab.tsx': 'a search',
  'account/tickets/reply-box.tsx': 'stored at each keystroke',
  'admin/list/filter-field.tsx': 'a filter',
  'admin/list/search-box.tsx': 'a search',
  'admin/palette/palette.tsx': 'a search',
  'admin/picker/picker.tsx': 'a search',
  'admin/products/add-plan.tsx': 'a number that is added to the form',
  'admin/settings/settings-nav.tsx': 'a search',
  'admin/tickets/notes.tsx': 'stored at each keystroke',
  'admin/users/add-subscription.tsx': 'a search',
  'checkout/discount-field.tsx': 'applied when it loses the focus',
  'storefront/blog/post-list.tsx': 'a search',
}

async function* sources() {
  for await (const file of glob('**/*.{ts,tsx}', { cwd: web }))
    if (!file.includes('.test.'))
      yield [file, await readFile(path.join(web, file), 'utf8')] as const
}

test('every form asks before the user leaves it, unless it is listed with a reason', async () => {
  const found: Record<string, string> = {}
  for await (const [file, text] of sources())
    for (const [, reason] of text.matchAll(/\bunasked: '([^']+)'/g)) found[file] = reason!
  expect(found).toEqual(unasked)
})

test('every form that asks stores a draft, which survives an ended session', async () => {
  const found: string[] = []
  for await (const [file, text] of sources())
    if (/\buse(Endpoint|Record)Form[<(]/.test(text) && !file.startsWith('api/'))
      if (!/\bunasked: '|\bdraft\b/.test(text)) found.push(file)
  expect(found.toSorted()).toEqual(unkept)
})

test('a dialog whose draft is stored opens again after the sign-in', async () => {
  const closed: string[] = []
  for await (const [file, text] of sources())
    if (/<(Form)?Dialog\b/.test(text) && /\bdraft: \{/.test(text))
      if (!text.includes('useDraftDialog(')) closed.push(file)
  expect(closed.toSorted()).toEqual(Object.keys(openedElsewhere))
  for (const opener of Object.values(openedElsewhere).flat())
    expect(await readFile(path.join(web, opener), 'utf8'), opener).toContain('useDraftDialog(')
})

test('every dialog with a form asks before it closes, unless the URL opens it or its form never asks', async () => {
  const silent: string[] = []
  for await (const [file, text] of sources())
    if (/\buse(Endpoint|Record)Form[<(]/.test(text) && /<Dialog\b/.test(text))
      if (!/<FormDialog\b|\bform\.close\(|\bunasked: '|\bloses: /.test(text)) silent.push(file)
  expect(silent).toEqual([])
})

test('a password is never stored beyond the page', async () => {
  const stored: string[] = []
  for await (const [file, text] of sources()) {
    // An ActionDialog stores all its fields.
    if (text.includes('<ActionDialog') && text.includes('<PasswordField')) stored.push(file)
    for (const [draft] of text.matchAll(/draft: \{[^}]*\}+/g))
      if (text.includes('<PasswordField') && !draft.includes("kept: 'memory'"))
        if (!/\bonly: \[/.test(draft) || /'(\w+_)?(password|confirm)'/.test(draft))
          stored.push(file)
  }
  expect(stored).toEqual([])
})

test('every component with text fields uses a form, unless it is listed with a reason', async () => {
  const found: string[] = []
  for await (const [file, text] of sources())
    if (/<(TextField|TextArea|PasswordField|input|textarea)\b/.test(text))
      if (/\bset[A-Z]\w*\([^)\n]*target\.value/.test(text) && !file.startsWith('ui/'))
        found.push(file)
  expect(found.toSorted()).toEqual(Object.keys(byHand))
})
