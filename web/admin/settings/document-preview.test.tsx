import { expect, test } from 'vitest'
import { markupOf } from '../../testing/markup.tsx'
import { DocumentPreview } from './document-preview.tsx'

const fields = {
  ...{ seller_name: 'Loadout Ltd', seller_address: 'A street 1', seller_contact: 'a@b.test' },
  ...{ seller_number: 'DE136695976', tax_mode: 'off' as const, tax_sentence: '', tax_rates: '' },
}

test('in test mode, the preview shows a test document with a test number', () => {
  const said = (sandbox: { url: string } | null) =>
    markupOf(<DocumentPreview fields={fields} />, { sandbox })
  expect(said(null)).toContain('Invoice INV-1')
  expect(said(null)).not.toContain('Test mode')
  const inTestMode = said({ url: 'http://127.0.0.1:1' })
  expect(inTestMode).toContain('Invoice TEST-1')
  expect(inTestMode).toContain('Test mode: no money was moved')
})
