const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('dialog'))
const note = /** @type {HTMLElement} */ (document.querySelector('#note'))
/** The page that asks and the payment that it asks about, known by the first message. */
let shop = ''
let clientSecret = ''

/** @param {boolean} succeeded */
async function decide(succeeded) {
  for (const button of dialog.querySelectorAll('button')) button.disabled = true
  try {
    const response = await fetch('../client/challenge', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, succeeded }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error.message)
    parent.postMessage(answer, shop)
  } catch (error) {
    note.textContent = /** @type {Error} */ (error).message
    for (const button of dialog.querySelectorAll('button')) button.disabled = false
  }
}

document.querySelector('#complete')?.addEventListener('click', () => decide(true))
document.querySelector('#fail')?.addEventListener('click', () => decide(false))
dialog.addEventListener('cancel', (event) => {
  event.preventDefault()
  decide(false)
})
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || shop) return
  shop = origin
  clientSecret = data.clientSecret
  dialog.showModal()
})
parent.postMessage({ type: 'loaded' }, '*')
