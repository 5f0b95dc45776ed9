/** Adds what jsdom lacks: modal dialogs, popovers, layout and media queries. */
export function fillJsdomGaps({ onPhone = false } = {}) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  Object.assign(HTMLElement.prototype, {
    showPopover() {},
    hidePopover() {},
    scrollIntoView() {},
  })
  // On a desktop no query matches.
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: onPhone }) as MediaQueryList
  window.ResizeObserver = NoChanges
  Object.assign(window, { IntersectionObserver: NoChanges })
}

class NoChanges implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
