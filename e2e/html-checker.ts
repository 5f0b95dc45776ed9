import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { requireHtmlChecker } from '#bin/html-checker.js'
import { freePorts } from '#server/kernel/free-ports.ts'

/**
 * In its minutes of life the better compiler and a collector with threads of its own cost more than they
 * save. What the quick one compiles needs deeper stacks, which the checker's schemas go down.
 */
const thrift = ['-Xmx384m', '-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Starts the Nu HTML checker for all workers, where there is one; the returned function stops it. */
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

/** What two libraries draw: attributes that SVG does not know (recharts), empty ones (ALTCHA). */
const ofLibraries =
  /on element “(svg|g|path|line|text|tspan|rect|circle|defs|clipPath)”|altcha|recharts/

/** Several screens begin with the same document. */
const valid = new Set<string>()

/** No error in a document, as the Nu HTML checker of the W3C sees it. */
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

/** Asks until the checker, which reads its rules for some seconds, is up. */
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
