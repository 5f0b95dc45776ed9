import { payoutLink } from '#server/selling/payouts/links.ts'
import { sessionCookies } from './customer.ts'
import { bitcoinAddress, bitcoinTransaction, overpaid } from './overpaid.ts'
import { openMailbox } from './sandbox.ts'
import { expect, onAPhone, test } from './test.ts'

onAPhone(() => {
  test('an overpayment is refunded: address, code, approval by staff, and confirmation by the network', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    // The mail's frame blocks scripts, including those of the tracer.
    consoleErrors.expected.push(/Blocked script execution|422/)
    const { id, order, email, session } = await overpaid(shop.db, 'offered')
    const link = await payoutLink(shop.db, shop.url, id)
    await page.context().addCookies(sessionCookies(shop.url, session))
    await page.goto(`/orders/${order}`)
    await page.getByRole('button', { name: 'Enter address' }).click()
    const address = page.getByLabel('Your BTC address')
    await address.fill(`${bitcoinAddress.slice(0, -1)}x`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await address.fill(bitcoinAddress)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Code from the email')).toBeVisible()
    const inFours = bitcoinAddress.match(/.{1,4}/g)!
    for (const group of inFours) await expect(page.getByText(group, { exact: true })).toBeVisible()

    await openMailbox(page, shop, email)
    await page.getByRole('link', { name: /Your code to confirm a payout address/ }).click()
    const letter = page.frameLocator('iframe.letter')
    const code = (await letter.getByText(/^\d{6}$/).textContent())!.trim()

    // After reopening, the page continues at the same step.
    await page.goto(link)
    const given = page.getByLabel('Code from the email')
    const confirm = page.getByRole('button', { name: 'Confirm address' })
    await given.fill(code === '000000' ? '000001' : '000000')
    await confirm.click()
    await expect(given).toHaveAttribute('aria-invalid', 'true')
    await given.fill(code)
    await confirm.dblclick()
    await expect(page.getByText('Your address is confirmed.')).toBeVisible()

    await signIn({ admin: true })
    await page.goto(`/admin/orders/${order}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    const approve = page.getByRole('dialog')
    await approve.getByRole('checkbox', { name: 'Send with BTCPay Server' }).uncheck()
    await approve.getByLabel('Reason').fill('Agreed with the customer')
    await approve.getByRole('button', { name: 'Approve' }).dblclick()
    await page.getByRole('button', { name: 'Claim Payout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Claim Payout' }).dblclick()
    await page.getByRole('button', { name: 'Mark as Sent' }).click()
    const sent = page.getByRole('dialog')
    await sent.getByLabel('Transaction').fill(bitcoinTransaction)
    await sent.getByRole('button', { name: 'Mark as Sent' }).click()
    await expect(sent).toBeHidden()

    await page.goto(link)
    await expect(page.getByText('Your refund is on its way.')).toBeVisible()
    await expect(page.getByText(bitcoinTransaction)).toBeVisible()
  })
})
