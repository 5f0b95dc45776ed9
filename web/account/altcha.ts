import 'altcha/external'
import 'altcha/altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import ShaWorker from 'altcha/workers/sha?worker'
import './altcha.css'

// The external build has neither styles nor inline workers, so it runs under the page's content
// security policy.
for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) {
  $altcha.algorithms.set(hash, () => new ShaWorker())
  $altcha.algorithms.set(`PBKDF2/${hash}`, () => new Pbkdf2Worker())
}

$altcha.i18n.set('en', {
  ...$altcha.i18n.get('en'),
  label: 'I am not a robot',
  error: 'The check failed. Tick the box to try again.',
  expired: 'The check has expired. It runs again when you submit the form.',
  footer: '<a href="https://altcha.org/" tabindex="-1" target="_blank" rel="noreferrer">ALTCHA</a>',
})
