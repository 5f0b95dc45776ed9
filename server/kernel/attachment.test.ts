import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test('the name of a download is given to old and new programs alike', () => {
  expect(attachment('Loadout-1.4.2.exe')).toBe(
    `attachment; filename="Loadout-1.4.2.exe"; filename*=UTF-8''Loadout-1.4.2.exe`,
  )
  expect(attachment('Größe "1"\r\n.exe')).toBe(
    `attachment; filename="Gr__e _1___.exe"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%0D%0A.exe`,
  )
})
