type Refused = 'mailbox' | 'mail' | 'shop'

type Answer = {
  command: string | undefined
  text: string
}

const missingMailbox = new Set(['5.1.1', '5.1.10', '5.2.1'])

/** A recipient's address that can never work (RFC 3463); 5.1.7 and 5.1.8 are about the sender. */
const badRecipient = new Set(['5.1.2', '5.1.3', '5.1.6', '5.2.2', '5.2.3', '5.2.4'])

const badContent = /^5\.(3\.4|6\.\d+)$/

/** Codes without a specific meaning, so the text decides. */
const undefinedStatus = /^5\.(0|5)\.0$/

const shopWords =
  /\bsender\b|authenticat|auth required|not logged in|\bspf\b|\bdkim\b|\bdmarc\b|block|black ?list|deny ?list|spam|reputation|policy|\brelay(?:ing|ed)?\b(?! recipient)|rdns|reverse dns|suspended|rate limit|quota exceeded for sender/i

const mailboxWords =
  /\b(?:user|recipient|mailbox|account|address)(?: is)? (?:unknown|not found|not known|does not exist|doesn.t exist|disabled|inactive)\b|\bunknown (?:user|recipient|mailbox|local part|account)\b|\bno such (?:user|recipient|mailbox|person|account|address)\b|\bno mailbox (?:here )?by that name\b|\bno longer (?:available|exists|in use)\b|\bdoes(?: not|n.t) have an? \S+ account\b|\binvalid (?:recipient|mailbox)\b|\baccount that you tried to reach\b|\bunroutable address\b|\bunrouteable address\b/i

const fullWords = /\bmailbox (?:is )?full\b|over quota|quota exceeded|exceeded storage allocation/i

const tooBigWords =
  /message (?:is )?too (?:big|large)|(?:maximum|message) size|size (?:limit|exceeds)/i

/** An unclear answer counts as a rejection of the shop, so that mails wait for the operator. */
export function whatIsRefused({ command, text }: Answer): Refused {
  if (command !== 'RCPT TO' && command !== 'DATA') return 'shop'
  const status = /^[45]\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/m.exec(text)?.[1]
  if (status && missingMailbox.has(status)) return 'mailbox'
  if (status && (badRecipient.has(status) || badContent.test(status))) return 'mail'
  if (status && !undefinedStatus.test(status)) return 'shop'
  // An address may contain any of the words.
  const words = text.replace(/<[^>]*>|\S+@\S+/g, ' ')
  if (shopWords.test(words)) return 'shop'
  if (mailboxWords.test(words)) return 'mailbox'
  if (fullWords.test(words) || tooBigWords.test(words)) return 'mail'
  return 'shop'
}

/** Some servers refuse to relay with a temporary code, but retries fail until they are changed. */
export function isRelayRefusal(text: string): boolean {
  return /\brelay(?:ing)?\b.*\b(?:denied|not permitted|prohibited)\b|authentication (?:is )?required/i.test(
    text,
  )
}
