/** @param {string} text */
const digitsOf = (text) => text.replace(/\D/g, '')

/** @param {string} number */
const isAmex = (number) => /^3[47]/.test(number)

/** @param {string} number */
function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** @param {string} text */
export function brandOf(text) {
  const number = digitsOf(text)
  if (isAmex(number)) return 'American Express'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'Mastercard'
  if (/^6/.test(number)) return 'Discover'
  return number.startsWith('4') ? 'Visa' : ''
}

/** @param {string} text */
export function formatNumber(text) {
  const number = digitsOf(text).slice(0, isAmex(digitsOf(text)) ? 15 : 16)
  const groups = isAmex(number) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g
  const parts = isAmex(number) ? number.match(groups)?.slice(1) : number.match(groups)
  return (parts ?? []).filter(Boolean).join(' ')
}

/** @param {string} text @param {boolean} deleting */
export function formatExpiry(text, deleting) {
  let digits = digitsOf(text).slice(0, 4)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** @param {string} text @param {string} number */
export function formatCvc(text, number) {
  return digitsOf(text).slice(0, isAmex(digitsOf(number)) ? 4 : 3)
}

/**
 * What is wrong with each field, in Stripe's words, or null.
 * @param {{ number: string, expiry: string, cvc: string }} values
 */
export function validate(values) {
  const number = digitsOf(values.number)
  const expiry = digitsOf(values.expiry)
  const now = new Date()
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))]
  const [thisMonth, thisYear] = [now.getMonth() + 1, now.getFullYear()]
  const length = isAmex(number) ? 15 : 16
  return {
    number:
      number.length < length
        ? 'Your card number is incomplete.'
        : passesLuhn(number)
          ? null
          : 'Your card number is invalid.',
    expiry:
      expiry.length < 4
        ? "Your card's expiration date is incomplete."
        : month < 1 || month > 12 || year > thisYear + 50
          ? "Your card's expiration date is invalid."
          : year < thisYear
            ? "Your card's expiration year is in the past."
            : year === thisYear && month < thisMonth
              ? "Your card's expiration date is in the past."
              : null,
    cvc:
      digitsOf(values.cvc).length < (isAmex(number) ? 4 : 3)
        ? "Your card's security code is incomplete."
        : null,
  }
}

/**
 * The card as the sandbox takes it.
 * @param {{ number: string, expiry: string }} values
 * @param {string} country
 */
export function readCard(values, country) {
  const expiry = digitsOf(values.expiry)
  return {
    number: digitsOf(values.number),
    expMonth: Number(expiry.slice(0, 2)),
    expYear: 2000 + Number(expiry.slice(2)),
    country,
  }
}
