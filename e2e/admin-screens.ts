import { as, type Screen } from './scene.ts'

/** The back-office, as an administrator sees it unless the name says otherwise. */
export const adminScreens: Screen[] = [
  { name: 'admin-mails', visit: as('admin', '/admin/mails') },
  { name: 'admin-mails-none', visit: as('admin', '/admin/mails?search=nobody') },
]
