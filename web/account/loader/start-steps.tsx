import { Link } from 'react-router'
import { textLinkClass } from '../auth-page.tsx'

/** Says how to start the downloaded loader. It is rendered in the browser only. */
export function StartSteps() {
  return (
    <section aria-labelledby="start-steps" className="mt-7 border-line border-t pt-6">
      <h3 id="start-steps" className="title text-lg">
        How to start the loader
      </h3>
      <ol className="mt-3 grid max-w-[36em] list-decimal gap-2 pl-5 text-soft marker:text-faint">
        <li>Open the file on the Windows computer that you play on.</li>
        <li>
          The loader shows a code. Enter it at{' '}
          <Link to="/link" className={`${textLinkClass} break-words`}>
            {window.location.host}/link
          </Link>
          , on any device, and confirm that the computer is yours.
        </li>
        <li>Return to the loader and choose your game.</li>
      </ol>
    </section>
  )
}
