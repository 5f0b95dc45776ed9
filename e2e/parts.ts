import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')

export const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

export const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
