import {
  brandOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  readCard,
  validate,
} from './card-fields.js'

const NAMES = /** @type {const} */ (['number', 'expiry', 'cvc'])
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const country = /** @type {HTMLSelectElement} */ (document.querySelector('#country'))
const brand = /** @type {HTMLElement} */ (document.querySelector('#brand'))
const inputs = {
  number: /** @type {HTMLInputElement} */ (document.querySelector('#number')),
  expiry: /** @type {HTMLInputElement} */ (document.querySelector('#expiry')),
  cvc: /** @type {HTMLInputElement} */ (document.querySelector('#cvc')),
}
/** The page that shows this form, known by the first message that it sends. */
let shop = ''

/** @param {object} message */
function tell(message) {
  parent.postMessage(message, shop || '*')
}

function values() {
  return { number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value }
}

/** @param {'number' | 'expiry' | 'cvc'} name @param {string | null} message */
function show(name, message) {
  const note = /** @type {HTMLElement} */ (document.querySelector(`#${name}-error`))
  note.textContent = message
  inputs[name].setAttribute('aria-invalid', String(Boolean(message)))
}

function announce() {
  brand.textContent = brandOf(inputs.number.value)
  const wrong = validate(values())
  tell({
    type: 'change',
    complete: NAMES.every((name) => !wrong[name]),
    empty: NAMES.every((name) => !inputs[name].value),
  })
}

/** @param {'number' | 'expiry' | 'cvc'} name @param {boolean} deleting */
function format(name, deleting) {
  const { value } = inputs[name]
  if (name === 'number') inputs.number.value = formatNumber(value)
  if (name === 'expiry') inputs.expiry.value = formatExpiry(value, deleting)
  if (name === 'cvc') inputs.cvc.value = formatCvc(value, inputs.number.value)
}

for (const name of NAMES) {
  const input = inputs[name]
  input.addEventListener('input', (event) => {
    const deleting = /** @type {InputEvent} */ (event).inputType?.startsWith('delete')
    const atEnd = input.selectionStart === input.value.length
    if (atEnd) format(name, deleting)
    if (!validate(values())[name]) show(name, null)
    announce()
    if (name !== 'cvc' && atEnd && !deleting && !validate(values())[name])
      inputs[name === 'number' ? 'expiry' : 'cvc'].focus()
  })
  input.addEventListener('change', () => format(name, false))
  input.addEventListener('blur', () => {
    if (input.value) show(name, validate(values())[name])
  })
}

async function tokenize() {
  const wrong = validate(values())
  for (const name of NAMES) show(name, wrong[name])
  const first = NAMES.find((name) => wrong[name])
  if (first) {
    inputs[first].focus()
    return { error: wrong[first] }
  }
  const response = await fetch('../client/payment_methods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(readCard(values(), country.value)),
  })
  const answer = await response.json()
  return response.ok ? { paymentMethod: answer.id } : { error: answer.error.message }
}

/** @param {{ variables?: Record<string, string> }} appearance */
function dress({ variables = {} }) {
  for (const [name, value] of Object.entries(variables)) {
    const property = name.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`)
    document.documentElement.style.setProperty(`--${property}`, value)
  }
}

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || (shop && origin !== shop)) return
  shop = origin
  if (data.type === 'init') {
    dress(data.appearance ?? {})
    document.body.style.backgroundColor = data.behind
    tell({ type: 'ready' })
  }
  if (data.type === 'focus') inputs.number.focus()
  if (data.type === 'clear') {
    form.reset()
    announce()
  }
  if (data.type === 'tokenize') {
    const result = await tokenize().catch(() => ({ error: 'The payment provider failed.' }))
    tell({ type: 'tokenized', id: data.id, ...result })
  }
})

document.querySelector('#fill')?.addEventListener('click', () => {
  inputs.number.value = formatNumber('4242424242424242')
  inputs.expiry.value = formatExpiry(`12${(new Date().getFullYear() + 3) % 100}`, false)
  inputs.cvc.value = '123'
  for (const name of NAMES) show(name, null)
  announce()
  inputs.cvc.focus()
})
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('focus', () => tell({ type: 'focus' }))
addEventListener('blur', () => tell({ type: 'blur' }))
addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'escape' }))
new ResizeObserver(() => tell({ type: 'height', height: form.offsetHeight })).observe(form)
tell({ type: 'loaded' })
