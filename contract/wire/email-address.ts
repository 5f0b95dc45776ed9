import * as z from 'zod'

const invalid = 'Please enter a valid email address'

/** The atoms that RFC 5322 allows before the @. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** RFC 5321 allows paths of 256 characters, which include the angle brackets. */
const longestAddress = 254

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const domainName = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`)

/**
 * Converts the domain to ASCII, as mail servers expect it: `bücher.example` becomes
 * `xn--bcher-kva.example`.
 */
export function withAsciiDomain(address: string): string {
  // Converting a domain of thousands of characters takes some ten milliseconds.
  if (address.length > longestAddress) return address
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at === -1 || !/\P{ASCII}/u.test(domain) || /[\s/?#:\\[\]@]/.test(domain)) return address
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

function findFault(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || !domainName.test(address.slice(at + 1))) return invalid
  if (/\P{ASCII}/u.test(local)) {
    return 'The part before the @ can only contain the letters A to Z, digits and symbols such as “.”, “-” and “+”. Please enter another address.'
  }
  if (!localPart.test(local)) return invalid
  if (local.length > 64) {
    return 'The part before the @ can have at most 64 characters. Please check the address.'
  }
  if (address.length > longestAddress)
    return 'An email address can have at most 254 characters. Please check the address.'
  return null
}

const addressBy = (find: (address: string) => string | null) =>
  z
    .string(invalid)
    .trim()
    .overwrite(withAsciiDomain)
    .superRefine((address, context) => {
      const message = find(address)
      if (message) context.addIssue({ code: 'custom', message })
    })

/** A deliverable email address. All pages and endpoints that accept an address use this schema. */
export const emailAddress = addressBy(findFault)

export const emailAddressOrNothing = addressBy((address) => address && findFault(address))

/** The sender of a mail. The name is empty if there is only an address. */
export type MailSender = { name: string; address: string }

/** Reads `Name <address>` or an address; null if it is neither. The name can contain quotes and brackets. */
export function parseSender(text: string): MailSender | null {
  const [, before = '', inner] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? []
  const address = emailAddress.safeParse(inner ?? text)
  const name = unquoted(before.trim())
  if (!address.success || /\p{Cc}/u.test(name)) return null
  return { name, address: address.data }
}

function unquoted(name: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(name) ?? []
  return inner === undefined ? name : inner.replace(/\\(.)/gs, '$1')
}
