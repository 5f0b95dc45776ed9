/** Adds what jsdom lacks: modal dialogs, popovers, layout and media queries. */
export function fillJsdomGaps() {
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
  // As on a desktop: no query matches.
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
  window.ResizeObserver = NoChanges
  Object.assign(window, { IntersectionObserver: NoChanges })
}

class NoChanges implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
