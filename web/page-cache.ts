/**
 * Calls the listener when the browser shows this page again from its back/forward cache. Firefox
 * and WebKit do not deliver storage or channel events for the time that the page spent there.
 */
export function onPageRestored(listener: () => unknown) {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener()
  })
}
