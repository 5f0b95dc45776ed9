import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { requireHtmlChecker } from '#bin/html-checker.js'
import { freePorts } from '#server/kernel/config/free-ports.ts'

/**
 * The checker runs only for minutes, so the optimising compiler and a multi-threaded garbage
 * collector cost more than they save. Code of the fast compiler needs deeper stacks for the
 * recursion in the checker's schemas.
 */
const thrift = ['-Xmx384m', '-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/**
 * Starts the Nu HTML checker for all workers, if it is installed. Returns a function that stops it.
 */
export async function startHtmlChecker() {
  const jar = await requireHtmlChecker()
  if (!jar) {
    console.log('  HTML is not checked: that takes Java and the package vnu-jar.')
    return () => {}
  }
  const [port] = await freePorts(1)
  const local = '-Dnu.validator.servlet.bind-address=127.0.0.1'
  const main = 'nu.validator.servlet.Main'
  const args = [...thrift, local, '-cp', jar, main, String(port)]
  const child = spawn('java', args, { stdio: 'ignore' })
  process.env.LOADOUT_HTML_CHECKER = `http://127.0.0.1:${port}/?out=json&level=error`
  return () => child.kill('SIGKILL')
}

type Answer = { messages: { message: string; extract?: string }[] }

/**
 * Errors caused by two libraries: attributes that SVG does not define (recharts), and empty ones
 * (ALTCHA).
 */
const ofLibraries =
  /on element “(svg|g|path|line|text|tspan|rect|circle|defs|clipPath)”|altcha|recharts/

/** Several screens start with the same document. */
const valid = new Set<string>()

/** Expects no errors in a document from the W3C's Nu HTML checker. */
export async function expectValid(html: string) {
  const address = process.env.LOADOUT_HTML_CHECKER
  if (!address || valid.has(html)) return
  const { messages } = await check(address, html)
  const errors = messages
    .map(({ message, extract }) => `${message} — ${extract}`)
    .filter((error) => !ofLibraries.test(error))
  expect(errors).toEqual([])
  valid.add(html)
}

/** Retries until the checker is ready. It reads its rules for some seconds. */
async function check(address: string, html: string): Promise<Answer> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  for (;;) {
    try {
      const response = await fetch(address, { method: 'POST', headers, body: html })
      return (await response.json()) as Answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await delay(250)
    }
  }
}
