/** Sends a request of Stripe.js to the stand-in at `url`. */
export async function askStripe(url: string, path: string, body: object) {
  const response = await fetch(`${url}/stripe/client/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/**
 * Confirms a payment or a setup, completes 3-D Secure if required, and returns the result of the
 * confirmation.
 */
export async function confirmWith(url: string, client_secret: string, payment_method: string) {
  const answer = await askStripe(url, 'confirm', { client_secret, payment_method })
  if (answer.body.intent?.status === 'requires_action')
    await askStripe(url, 'challenge', { client_secret, succeeded: true })
  return answer
}
